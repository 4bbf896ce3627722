"""Judges whether an observer can tell two groups of recordings apart. A recording is a row of scalars: counts, sizes, hours and
gaps. On every scalar the judge takes the likelihood ratio, and on all together boosted trees. Both learn from one half of the
phones and are measured on the other: the area under the ROC curve (AUC) is the chance that a recording of the second group looks
more like the second group than one of the first does. 0.5 is no knowledge, 1 is certainty.
"""

import dataclasses
import statistics

import numpy
from scipy.stats import rankdata
from sklearn.ensemble import HistGradientBoostingClassifier
from threadpoolctl import threadpool_limits

# What an observer may reach, beyond what chance explains.
LIMIT = 0.52
# The chance that a run refuses groups that are alike, over all its comparisons together.
CHANCE = 0.001
# A scalar with more values than this is cut into as many parts of equal weight.
PARTS = 64
TREES = "boosted trees"


@dataclasses.dataclass
class Recordings:
    """The recordings of a group: a matrix with a row for each, and the phone of each row."""

    rows: numpy.ndarray
    phones: numpy.ndarray

    def half(self, remainder):
        """The recordings of every other phone."""
        return self.rows[self.phones % 2 == remainder]

    def of(self, phones):
        """The recordings of the phones that the mask chooses, with new numbers, so that both halves have some of them."""
        numbers = numpy.unique(self.phones[phones], return_inverse=True)[1]
        return Recordings(self.rows[phones], numbers)


@dataclasses.dataclass
class Finding:
    """What one classifier reached."""

    name: str
    area: float
    # The standard error of the area.
    error: float

    def least(self, comparisons):
        """The least area that chance still explains, if so many comparisons are made."""
        return self.area - self.error * statistics.NormalDist().inv_cdf(1 - CHANCE / comparisons)


def compare(names, first, second):
    """A finding for each scalar that has more than one value, and one for the trees."""
    train, test = (numpy.concatenate([group.half(remainder) for group in (first, second)]) for remainder in (0, 1))
    labels, truth = (numpy.repeat([False, True], [len(group.half(remainder)) for group in (first, second)])
                     for remainder in (0, 1))
    findings = [Finding(name, *area(likelihood_ratio(train[:, place], labels, test[:, place]), truth))
                for place, name in enumerate(names) if numpy.ptp(numpy.concatenate([train[:, place], test[:, place]])) > 0]
    return findings + [Finding(TREES, *area(trees(train, labels, test), truth))]


def likelihood_ratio(train, labels, test):
    """The logarithm of the ratio of the two groups' shares in the part of the scale where a value lies."""
    values = numpy.unique(train)
    edges = values[1:] if len(values) <= PARTS else numpy.unique(numpy.quantile(train, numpy.arange(1, PARTS) / PARTS))
    # A value between two known ones belongs to the lower; one that nobody had before, at either end, to a part of its own.
    edges = numpy.concatenate([[values[0]], edges, [numpy.nextafter(values[-1], numpy.inf)]])
    counts = [numpy.bincount(numpy.searchsorted(edges, train[labels == label], "right"), minlength=len(edges) + 1) + 0.5
              for label in (False, True)]
    ratio = numpy.log(counts[1] / counts[1].sum()) - numpy.log(counts[0] / counts[0].sum())
    return ratio[numpy.searchsorted(edges, test, "right")]


def trees(train, labels, test):
    """The probability of the second group by gradient boosted trees. All draws have a fixed seed."""
    model = HistGradientBoostingClassifier(max_iter=80, min_samples_leaf=30, early_stopping=False, random_state=1)
    # Several threads wait for each other without sleeping, for minutes on a busy machine.
    with threadpool_limits(1):
        return model.fit(train, labels).predict_proba(test)[:, 1]


def area(scores, truth):
    """(area under the ROC curve, its standard error), by DeLong's method. Ties count half."""
    first, second = scores[~truth], scores[truth]
    ranks = rankdata(numpy.concatenate([first, second]))
    # For each recording, the share of the other group that it is on the right side of.
    above = (ranks[len(first):] - rankdata(second)) / len(first)
    below = 1 - (ranks[:len(first)] - rankdata(first)) / len(second)
    error = (above.var(ddof=1) / len(second) + below.var(ddof=1) / len(first)) ** 0.5
    return above.mean(), error
