-- Written by scripts/record-statements: what the stores of one version send, by first migration.

-- 0001-analytics

PREPARE statement AS
    DELETE FROM abandoned_authorisation WHERE month < $1;

PREPARE statement AS
    DELETE FROM abandoned_authorisation WHERE month > $1;

PREPARE statement AS
    DELETE FROM analytics_token WHERE authorised_in < $1;

PREPARE statement AS
    DELETE FROM authorisation_job WHERE digest = $1;

PREPARE statement AS
    DELETE FROM authorisation_job WHERE digest = $1 AND step = 'queued';

PREPARE statement AS
    DELETE FROM authorisation_job WHERE digest IN
    (SELECT digest FROM authorisation_job WHERE step = 'queued' ORDER BY expiry, random() LIMIT $1);

PREPARE statement AS
    DELETE FROM epidemiological_info WHERE received_on < $1;

PREPARE statement AS
    DELETE FROM epidemiological_info WHERE received_on > $1 AND received_on IN (SELECT day FROM release);

PREPARE statement AS
    DELETE FROM lease WHERE name = $1 AND holder = $2 AND turn = $3;

PREPARE statement AS
    DELETE FROM operational_info_android WHERE received_on < $1;

PREPARE statement AS
    DELETE FROM operational_info_android WHERE received_on > $1;

PREPARE statement AS
    DELETE FROM operational_info_android WHERE received_on > $1 AND received_on IN (SELECT day FROM release);

PREPARE statement AS
    DELETE FROM operational_info_ios WHERE received_on < $1;

PREPARE statement AS
    DELETE FROM operational_info_ios WHERE received_on > $1;

PREPARE statement AS
    DELETE FROM operational_info_ios WHERE received_on > $1 AND received_on IN (SELECT day FROM release);

PREPARE statement AS
    DELETE FROM used_binding WHERE expiry < $1;

PREPARE statement AS
    INSERT INTO abandoned_authorisation (month, jobs) VALUES ($1, 1)
    ON CONFLICT (month) DO UPDATE SET jobs = abandoned_authorisation.jobs + 1;

PREPARE statement AS
    INSERT INTO abandoned_authorisation SELECT $1, sum(jobs) FROM abandoned_authorisation
    WHERE month > $1 HAVING count(*) > 0
    ON CONFLICT (month) DO UPDATE SET jobs = abandoned_authorisation.jobs + excluded.jobs;

PREPARE statement AS
    INSERT INTO analytics_token (digest, authorised_in) VALUES ($1, $2)
    ON CONFLICT (digest) DO UPDATE SET authorised_in = excluded.authorised_in,
    with_exposure = 0, without_exposure = 0;

PREPARE statement AS
    INSERT INTO analytics_token (digest, authorised_in) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING;

PREPARE statement AS
    INSERT INTO audit_entry (made_at, operator, reason, subject) VALUES ($1, $2, $3, $4);

PREPARE statement AS
    INSERT INTO authorisation_job (digest, device_token, step, is_disturbed, expiry)
    VALUES ($1, 'token', $2, 0, 1);

PREPARE statement AS
    INSERT INTO authorisation_job (digest, device_token, step, month, is_disturbed, expiry, lease)
    VALUES ($1, $2, $3, $4, $5, $6, $7);

PREPARE statement AS
    INSERT INTO epidemiological_info (identifier, received_on, province, info) VALUES ($1, $2, $3, $4)
    ON CONFLICT (identifier) DO NOTHING;

PREPARE statement AS
    INSERT INTO lease (name, holder, turn, ends_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (name) DO UPDATE
    SET holder = excluded.holder, turn = excluded.turn, ends_at = excluded.ends_at
    WHERE lease.holder = $2 OR lease.ends_at <= $5;

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO operational_info_android (
    received_on, province, exposure_permission, bluetooth_active, notification_permission,
    last_risky_exposure_on, uploads
    ) VALUES ($1, $2, $3, $4, $5, $6, 1)
    ON CONFLICT (
    received_on, province, exposure_permission, bluetooth_active, notification_permission,
    last_risky_exposure_on
    ) DO UPDATE SET uploads = operational_info_android.uploads + 1;

PREPARE statement AS
    INSERT INTO operational_info_android SELECT $1, province, exposure_permission, bluetooth_active, notification_permission, last_risky_exposure_on, sum(uploads) FROM operational_info_android WHERE received_on > $1
    GROUP BY province, exposure_permission, bluetooth_active, notification_permission, last_risky_exposure_on ON CONFLICT (received_on, province, exposure_permission, bluetooth_active, notification_permission, last_risky_exposure_on)
    DO UPDATE SET uploads = operational_info_android.uploads + excluded.uploads;

PREPARE statement AS
    INSERT INTO operational_info_ios (
    received_on, province, exposure_permission, bluetooth_active, notification_permission,
    last_risky_exposure_on, uploads
    ) VALUES ($1, $2, $3, $4, $5, $6, 1)
    ON CONFLICT (
    received_on, province, exposure_permission, bluetooth_active, notification_permission,
    last_risky_exposure_on
    ) DO UPDATE SET uploads = operational_info_ios.uploads + 1;

PREPARE statement AS
    INSERT INTO operational_info_ios SELECT $1, province, exposure_permission, bluetooth_active, notification_permission, last_risky_exposure_on, sum(uploads) FROM operational_info_ios WHERE received_on > $1
    GROUP BY province, exposure_permission, bluetooth_active, notification_permission, last_risky_exposure_on ON CONFLICT (received_on, province, exposure_permission, bluetooth_active, notification_permission, last_risky_exposure_on)
    DO UPDATE SET uploads = operational_info_ios.uploads + excluded.uploads;

PREPARE statement AS
    INSERT INTO release (statistic, day, renewal, epsilon_millionths, sensitivity, released_on)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING id;

PREPARE statement AS
    INSERT INTO release_start SELECT 1, $1 WHERE NOT EXISTS (SELECT 1 FROM release_start);

PREPARE statement AS
    INSERT INTO release_void
    SELECT id, $1,
    CASE WHEN EXISTS (SELECT 1 FROM operational_info_ios WHERE received_on = day) OR EXISTS (SELECT 1 FROM operational_info_android WHERE received_on = day) OR EXISTS (SELECT 1 FROM epidemiological_info WHERE received_on = day) OR (SELECT max(released_on) FROM release) - day > $2 THEN 1 ELSE 0 END
    FROM release
    WHERE day >= $3 AND id NOT IN (SELECT release FROM release_void);

PREPARE statement AS
    INSERT INTO released_leaf VALUES ($1, $2, $3);

PREPARE statement AS
    INSERT INTO used_binding (binding, expiry) VALUES ($1, $2) ON CONFLICT (binding) DO NOTHING;

PREPARE statement AS
    SELECT * FROM authorisation_job WHERE digest = $1;

PREPARE statement AS
    SELECT * FROM authorisation_job WHERE digest > $1 ORDER BY digest LIMIT $2;

PREPARE statement AS
    SELECT * FROM authorisation_job WHERE step <> 'queued' AND digest > $1 ORDER BY digest LIMIT $2;

PREPARE statement AS
    SELECT * FROM authorisation_job WHERE step = 'queued' ORDER BY expiry DESC, random() LIMIT $1;

PREPARE statement AS
    SELECT * FROM operational_info_android WHERE received_on BETWEEN $1 AND $2;

PREPARE statement AS
    SELECT * FROM operational_info_ios WHERE received_on BETWEEN $1 AND $2;

PREPARE statement AS
    SELECT 1 FROM analytics_token WHERE digest = $1 AND authorised_in BETWEEN $2 AND $3;

PREPARE statement AS
    SELECT 1 FROM authorisation_job WHERE digest = $1;

PREPARE statement AS
    SELECT authorised_in BETWEEN $1 AND $2 FROM analytics_token WHERE digest = $3;

PREPARE statement AS
    SELECT coalesce((SELECT jobs FROM abandoned_authorisation WHERE month = $1), 0)
    + (SELECT count(*) FROM authorisation_job WHERE is_disturbed = 1 AND month = $1);

PREPARE statement AS
    SELECT count(*) FROM authorisation_job WHERE lease = 1 AND digest <> $1;

PREPARE statement AS
    SELECT day FROM release_start;

PREPARE statement AS
    SELECT displaced FROM authorisation_queue;

PREPARE statement AS
    SELECT holder <> $1 AND ends_at > $2 FROM lease WHERE name = $3;

PREPARE statement AS
    SELECT id, statistic, day, renewal, epsilon_millionths, sensitivity, released_on,
    NULL AS is_charged FROM (
    SELECT release.*, row_number() OVER (PARTITION BY day ORDER BY renewal DESC) AS place
    FROM release WHERE statistic = $1 AND day BETWEEN $2 AND $3
    AND id NOT IN (SELECT release FROM release_void)
    ) AS valid WHERE place = 1 ORDER BY day;

PREPARE statement AS
    SELECT identifier, received_on, province, info FROM epidemiological_info
    WHERE received_on BETWEEN $1 AND $2;

PREPARE statement AS
    SELECT jobs, unproven FROM authorisation_queue;

PREPARE statement AS
    SELECT jobs, unproven, (SELECT count(*) FROM authorisation_job) FROM authorisation_queue;

PREPARE statement AS
    SELECT leaf, value FROM released_leaf WHERE release = $1;

PREPARE statement AS
    SELECT made_at, operator, reason, subject FROM audit_entry ORDER BY id;

PREPARE statement AS
    SELECT max(moment) FROM (SELECT max(received_on * 86400) AS moment FROM operational_info_ios UNION ALL SELECT max(received_on * 86400) AS moment FROM operational_info_android UNION ALL SELECT max(received_on * 86400) AS moment FROM epidemiological_info UNION ALL SELECT max(released_on * 86400) AS moment FROM release UNION ALL SELECT max(day * 86400) AS moment FROM release_start UNION ALL SELECT max(authorised_in * 2629746) AS moment FROM analytics_token UNION ALL SELECT max(expiry - 86400) AS moment FROM authorisation_job UNION ALL SELECT max(expiry - 7200) AS moment FROM used_binding) AS latest;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT statistic, day, renewal, epsilon_millionths, sensitivity, released_on, is_charged
    FROM release LEFT JOIN release_void ON release_void.release = release.id
    WHERE day >= $1 AND day < $2 ORDER BY day, statistic, renewal;

PREPARE statement AS
    SELECT sum(uploads) FROM operational_info_android WHERE received_on < $1;

PREPARE statement AS
    SELECT sum(uploads) FROM operational_info_ios WHERE received_on < $1;

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

PREPARE statement AS
    UPDATE analytics_token SET authorised_in = $1 WHERE authorised_in > $1;

PREPARE statement AS
    UPDATE analytics_token SET with_exposure = with_exposure + 1
    WHERE digest = $1 AND authorised_in BETWEEN $2 AND $3 AND with_exposure < 2;

PREPARE statement AS
    UPDATE analytics_token SET without_exposure = without_exposure + 1
    WHERE digest = $1 AND authorised_in BETWEEN $2 AND $3 AND without_exposure < 2;

PREPARE statement AS
    UPDATE authorisation_job SET expiry = $1 + 86400 WHERE expiry > $1 + 86400;

PREPARE statement AS
    UPDATE authorisation_job SET expiry = $1 WHERE digest = $2 AND step = 'queued' AND expiry < $1;

PREPARE statement AS
    UPDATE authorisation_job SET is_disturbed = 1 WHERE step NOT IN ('queued', 'proven');

PREPARE statement AS
    UPDATE authorisation_job SET step = $1, month = $2, is_disturbed = $3, expiry = $4, lease = $5
    WHERE digest = $6;

PREPARE statement AS
    UPDATE authorisation_queue SET displaced = displaced + $1;

PREPARE statement AS
    UPDATE epidemiological_info SET received_on = $1 WHERE received_on > $1;

PREPARE statement AS
    UPDATE release_start SET day = $1 WHERE day > $1;

PREPARE statement AS
    UPDATE used_binding SET expiry = $1 + 86400 WHERE expiry > $1 + 86400;

-- 0001-association

PREPARE statement AS
    DELETE FROM account WHERE chain_day * 86400 > $1;

PREPARE statement AS
    DELETE FROM account WHERE registration = $1;

PREPARE statement AS
    DELETE FROM box_day WHERE day * 86400 > $1;

PREPARE statement AS
    DELETE FROM box_day WHERE day < $1 AND finished = 1;

PREPARE statement AS
    DELETE FROM contact_edge WHERE case_id = $1;

PREPARE statement AS
    DELETE FROM contact_edge WHERE case_id IN (SELECT case_id FROM report WHERE case_id IS NOT NULL AND expires_at <= $1);

PREPARE statement AS
    DELETE FROM contact_edge WHERE case_id IN (SELECT case_id FROM report WHERE case_id IS NOT NULL AND registration = $1);

PREPARE statement AS
    DELETE FROM contact_edge WHERE case_id IN (SELECT case_id FROM report_case WHERE state <> 2 AND completed_in <= $1);

PREPARE statement AS
    DELETE FROM contact_edge WHERE issuer = $1;

PREPARE statement AS
    DELETE FROM contact_ticket WHERE "right" IN (SELECT "right" FROM report WHERE case_id IS NOT NULL AND expires_at <= $1);

PREPARE statement AS
    DELETE FROM contact_ticket WHERE "right" IN (SELECT "right" FROM report WHERE case_id IS NOT NULL AND registration = $1);

PREPARE statement AS
    DELETE FROM contact_ticket WHERE day < $1;

PREPARE statement AS
    DELETE FROM exposure_alert WHERE day * 86400 > $1;

PREPARE statement AS
    DELETE FROM exposure_alert WHERE day < $1;

PREPARE statement AS
    DELETE FROM exposure_alert WHERE registration = $1;

PREPARE statement AS
    DELETE FROM incoming_report WHERE arrived_at > $1;

PREPARE statement AS
    DELETE FROM incoming_report WHERE case_id = $1;

PREPARE statement AS
    DELETE FROM outgoing_contact WHERE case_id IN ($1);

PREPARE statement AS
    DELETE FROM outgoing_contact WHERE case_id IN (SELECT case_id FROM report WHERE case_id IS NOT NULL AND expires_at <= $1);

PREPARE statement AS
    DELETE FROM outgoing_contact WHERE case_id IN (SELECT case_id FROM report WHERE case_id IS NOT NULL AND registration = $1);

PREPARE statement AS
    DELETE FROM outgoing_contact WHERE case_id IN (SELECT case_id FROM report_case WHERE state <> 2 AND completed_in <= $1);

PREPARE statement AS
    DELETE FROM outgoing_contact WHERE number = $1;

PREPARE statement AS
    DELETE FROM outgoing_contact WHERE number IS NOT NULL AND expires_at <= $1;

PREPARE statement AS
    DELETE FROM registration_count WHERE hour * 3600 > $1;

PREPARE statement AS
    DELETE FROM registration_count WHERE hour < $1;

PREPARE statement AS
    DELETE FROM registration_count WHERE hour < $1 AND district = $2;

PREPARE statement AS
    DELETE FROM report WHERE expires_at <= $1;

PREPARE statement AS
    DELETE FROM report WHERE registration = $1;

PREPARE statement AS
    DELETE FROM report_box WHERE "right" IN (SELECT "right" FROM report WHERE case_id IS NOT NULL AND expires_at <= $1);

PREPARE statement AS
    DELETE FROM report_box WHERE "right" IN (SELECT "right" FROM report WHERE case_id IS NOT NULL AND registration = $1);

PREPARE statement AS
    DELETE FROM report_box WHERE day = $1;

PREPARE statement AS
    DELETE FROM report_case WHERE case_id = $1 AND state = $2;

PREPARE statement AS
    DELETE FROM report_case WHERE state <> 2 AND completed_in <= $1;

PREPARE statement AS
    DELETE FROM report_code WHERE expires_at <= $1;

PREPARE statement AS
    DELETE FROM report_code WHERE expires_at > $1 + 1209600;

PREPARE statement AS
    DELETE FROM report_code WHERE mark = $1;

PREPARE statement AS
    DELETE FROM report_count WHERE day * 86400 > $1;

PREPARE statement AS
    DELETE FROM report_count WHERE day <= $1;

PREPARE statement AS
    DELETE FROM report_count WHERE registration = $1;

PREPARE statement AS
    DELETE FROM waiting_batch WHERE "right" = $1 AND digest = $2;

PREPARE statement AS
    DELETE FROM waiting_batch WHERE "right" NOT IN (SELECT "right" FROM report);

PREPARE statement AS
    DELETE FROM waiting_batch WHERE arrived_at > $1;

PREPARE statement AS
    INSERT INTO account (registration, number, subject, country, state, district, registered_on,
    chain_day, chain_key, used_on)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

PREPARE statement AS
    INSERT INTO box_day (day) VALUES ($1);

PREPARE statement AS
    INSERT INTO contact_edge (case_id, issuer, interval, scans, handle)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO contact_ticket (ticket, "right", day) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO exposure_alert (registration, day, band, handles, visible_at)
    SELECT registration, $1, $2, $3, $4 FROM account WHERE registration = $5
    ON CONFLICT (registration, day) DO UPDATE
    SET band = excluded.band, handles = excluded.handles, visible_at = excluded.visible_at
    WHERE excluded.band > exposure_alert.band;

PREPARE statement AS
    INSERT INTO incoming_report (case_id, arrived_at, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO outgoing_contact (ticket, case_id, country, state, content)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO registration_count (district, hour, count) VALUES ($1, $2, 1)
    ON CONFLICT (district, hour) DO UPDATE SET count = registration_count.count + 1;

PREPARE statement AS
    INSERT INTO report ("right", mark, registration, manifest, first_day, last_day, expires_at)
    SELECT $1, mark, $2, $3, first_day, last_day, expires_at FROM report_code
    WHERE mark = $4 AND expires_at > $5;

PREPARE statement AS
    INSERT INTO report_box (handle, "right", box) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO report_box (handle, box, day) VALUES ($1, $2, $3);

PREPARE statement AS
    INSERT INTO report_case (case_id, completed_in) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO report_case (case_id, district, completed_in)
    VALUES ($1, (SELECT district FROM account WHERE registration = $2), $3);

PREPARE statement AS
    INSERT INTO report_code (mark, first_day, last_day, expires_at) VALUES ($1, $2, $3, $4);

PREPARE statement AS
    INSERT INTO report_count (registration, day, count) VALUES ($1, $2, 1)
    ON CONFLICT (registration, day) DO UPDATE SET count = report_count.count + 1;

PREPARE statement AS
    INSERT INTO waiting_batch ("right", digest, registration, arrived_at, content)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING;

PREPARE statement AS
    SELECT "right", digest FROM waiting_batch ORDER BY arrived_at, "right", digest LIMIT $1;

PREPARE statement AS
    SELECT "right", digest FROM waiting_batch WHERE "right" = $1;

PREPARE statement AS
    SELECT * FROM account WHERE chain_day < $1 ORDER BY registration LIMIT $2;

PREPARE statement AS
    SELECT * FROM account WHERE number = $1;

PREPARE statement AS
    SELECT * FROM account WHERE number > $1 ORDER BY number LIMIT $2;

PREPARE statement AS
    SELECT * FROM account WHERE registration = $1;

PREPARE statement AS
    SELECT * FROM contact_edge WHERE case_id = $1 ORDER BY issuer, interval;

PREPARE statement AS
    SELECT * FROM report WHERE "right" = $1 AND expires_at > $2;

PREPARE statement AS
    SELECT * FROM report WHERE mark = $1 AND expires_at > $2;

PREPARE statement AS
    SELECT * FROM report_case ORDER BY case_id;

PREPARE statement AS
    SELECT * FROM report_case WHERE state = $1 ORDER BY case_id LIMIT $2;

PREPARE statement AS
    SELECT * FROM waiting_batch WHERE "right" = $1 AND digest = $2;

PREPARE statement AS
    SELECT 1 FROM account WHERE number = $1;

PREPARE statement AS
    SELECT DISTINCT country, state FROM outgoing_contact WHERE case_id = $1;

PREPARE statement AS
    SELECT EXISTS (SELECT 1 FROM box_day WHERE day >= $1 OR finished = 0);

PREPARE statement AS
    SELECT EXISTS (SELECT 1 FROM report WHERE "right" = $1 AND registration = $2 AND expires_at > $3);

PREPARE statement AS
    SELECT EXISTS (SELECT 1 FROM report_case WHERE case_id = $1);

PREPARE statement AS
    SELECT arrived_at, content FROM incoming_report WHERE case_id = $1;

PREPARE statement AS
    SELECT case_id FROM incoming_report ORDER BY arrived_at, case_id LIMIT $1;

PREPARE statement AS
    SELECT coalesce(sum(count), 0) FROM report_count WHERE registration = $1 AND day > $2;

PREPARE statement AS
    SELECT content FROM outgoing_contact WHERE number = $1 ORDER BY ticket;

PREPARE statement AS
    SELECT count FROM registration_count WHERE district = $1 AND hour = $2;

PREPARE statement AS
    SELECT count(*) FILTER (WHERE day = $1) = 0
    AND count(*) FILTER (WHERE visible_at > $2) >= $3 FROM exposure_alert
    WHERE registration = $4 AND band >= $5;

PREPARE statement AS
    SELECT count(*) FROM account;

PREPARE statement AS
    SELECT count(*) FROM account WHERE district = $1;

PREPARE statement AS
    SELECT count(*) FROM incoming_report;

PREPARE statement AS
    SELECT count(*) FROM report_box WHERE "right" = $1;

PREPARE statement AS
    SELECT count(*) FROM report_box WHERE "right" IS NULL AND day IS NULL;

PREPARE statement AS
    SELECT count(*) FROM report_box WHERE day = $1;

PREPARE statement AS
    SELECT count(*) FROM waiting_batch;

PREPARE statement AS
    SELECT count(DISTINCT number) FROM outgoing_contact WHERE number IS NOT NULL AND expires_at <= $1;

PREPARE statement AS
    SELECT day FROM box_day WHERE finished = 0 ORDER BY day LIMIT 1;

PREPARE statement AS
    SELECT day, band, handles FROM exposure_alert
    WHERE registration = $1 AND visible_at <= $2 AND day >= $3 ORDER BY day DESC LIMIT $4;

PREPARE statement AS
    SELECT edge.* FROM contact_edge AS edge
    LEFT JOIN report_case AS other ON other.case_id = edge.case_id
    WHERE edge.issuer IN (SELECT issuer FROM contact_edge WHERE case_id = $1)
    AND (edge.issuer, edge.interval / 96) IN (
    SELECT issuer, interval / 96 FROM contact_edge WHERE case_id = $1
    )
    AND (edge.case_id = $1 OR other.state = $2)
    ORDER BY edge.issuer, edge.interval, edge.case_id;

PREPARE statement AS
    SELECT edge.issuer, edge.interval, account.district FROM contact_edge AS edge
    JOIN account ON account.registration = edge.issuer
    WHERE edge.case_id = $1 ORDER BY edge.issuer, edge.interval;

PREPARE statement AS
    SELECT handle, box FROM report_box WHERE day = $1 AND handle > $2 ORDER BY handle LIMIT $3;

PREPARE statement AS
    SELECT max(moment) FROM (SELECT max(registered_on * 86400) AS moment FROM account UNION ALL SELECT max(hour * 3600) AS moment FROM registration_count UNION ALL SELECT max(day * 86400) AS moment FROM report_count UNION ALL SELECT max((completed_in - 1) * 3600) AS moment FROM report_case UNION ALL SELECT max(visible_at - 1800) AS moment FROM exposure_alert UNION ALL SELECT max(arrived_at) AS moment FROM waiting_batch UNION ALL SELECT max(expires_at - 86400) AS moment FROM outgoing_contact UNION ALL SELECT max(arrived_at) AS moment FROM incoming_report UNION ALL SELECT max(day * 86400) AS moment FROM box_day) AS latest;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT number, min(country) AS country, min(state) AS state, min(expires_at) AS earliest
    FROM outgoing_contact
    WHERE number IS NOT NULL AND expires_at > $1 GROUP BY number ORDER BY earliest, number LIMIT $2;

PREPARE statement AS
    SELECT other.case_id AS other_id, count(DISTINCT edge.issuer) AS shared,
    (SELECT count(DISTINCT issuer) FROM contact_edge WHERE case_id = other.case_id) AS people
    FROM contact_edge AS edge JOIN report_case AS other ON other.case_id = edge.case_id
    WHERE edge.issuer IN (SELECT issuer FROM contact_edge WHERE case_id = $1)
    AND edge.case_id <> $1 AND other.completed_in > $2
    GROUP BY other.case_id HAVING count(DISTINCT edge.issuer) >= $3 ORDER BY shared DESC, other.case_id;

PREPARE statement AS
    SELECT people FROM report_case WHERE state = $1 AND district = $2 ORDER BY people;

PREPARE statement AS
    SELECT people FROM report_case WHERE state = $1 ORDER BY people;

PREPARE statement AS
    SELECT registration FROM account WHERE subject = $1;

PREPARE statement AS
    SELECT registration FROM account WHERE used_on < $1 LIMIT $2;

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

PREPARE statement AS
    UPDATE account
    SET attested = CASE WHEN attested_on = $1 THEN attested + 1 ELSE 1 END, attested_on = $1
    WHERE registration = $2 AND (attested_on <> $1 OR attested < $3);

PREPARE statement AS
    UPDATE account SET attested_on = 0 WHERE attested_on * 86400 > $1;

PREPARE statement AS
    UPDATE account SET chain_day = $1, chain_key = $2 WHERE registration = $3;

PREPARE statement AS
    UPDATE account SET registered_on = $1 / 86400 WHERE registered_on * 86400 > $2;

PREPARE statement AS
    UPDATE account SET used_on = $1 / 86400 WHERE used_on * 86400 > $2;

PREPARE statement AS
    UPDATE account SET used_on = $1 WHERE registration = $2 AND used_on < $1;

PREPARE statement AS
    UPDATE account SET used_on = $1 WHERE used_on = 0;

PREPARE statement AS
    UPDATE box_day SET finished = 1 WHERE day = $1;

PREPARE statement AS
    UPDATE contact_edge SET handle = NULL WHERE handle IS NOT NULL AND interval < $1;

PREPARE statement AS
    UPDATE contact_ticket SET "right" = NULL WHERE "right" = $1;

PREPARE statement AS
    UPDATE exposure_alert SET handles = $1 WHERE handles <> $1 AND day < $2;

PREPARE statement AS
    UPDATE exposure_alert SET visible_at = $1 WHERE visible_at - 1800 > $2;

PREPARE statement AS
    UPDATE outgoing_contact SET case_id = NULL, number = $1, expires_at = $2
    WHERE case_id = $3 AND country = $4 AND state = $5;

PREPARE statement AS
    UPDATE outgoing_contact SET expires_at = $1 + 86400 WHERE expires_at - 86400 > $2;

PREPARE statement AS
    UPDATE report SET received = $1, case_id = $2 WHERE "right" = $3;

PREPARE statement AS
    UPDATE report_box SET "right" = NULL WHERE "right" = $1;

PREPARE statement AS
    UPDATE report_box SET day = $1 WHERE "right" IS NULL AND day IS NULL;

PREPARE statement AS
    UPDATE report_box SET day = NULL WHERE day * 86400 > $1;

PREPARE statement AS
    UPDATE report_case SET completed_in = ($1 + 3599) / 3600 WHERE (completed_in - 1) * 3600 > $2;

PREPARE statement AS
    UPDATE report_case SET reasons = $1 WHERE case_id = $2;

PREPARE statement AS
    UPDATE report_case SET state = $1, people = $2 WHERE case_id = $3 AND state = $4;

PREPARE statement AS
    UPDATE report_count SET registration = $1 WHERE registration = $2;

-- 0001-association-index

PREPARE statement AS
    DELETE FROM client_id_index WHERE interval < $1;

PREPARE statement AS
    INSERT INTO client_id_index (interval, entries) VALUES ($1, $2)
    ON CONFLICT (interval) DO UPDATE SET entries = excluded.entries;

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    SELECT entries FROM client_id_index WHERE interval = $1;

PREPARE statement AS
    SELECT interval FROM client_id_index WHERE interval BETWEEN $1 AND $2;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

-- 0001-corona-warn

PREPARE statement AS
    DELETE FROM diagnosis_key WHERE (rolling_start + rolling_period) * 600 > $1 + 777600;

PREPARE statement AS
    DELETE FROM federation_batch WHERE country = $1;

PREPARE statement AS
    DELETE FROM federation_batch WHERE received_in <= $1;

PREPARE statement AS
    DELETE FROM federation_partner WHERE country = $1;

PREPARE statement AS
    DELETE FROM operator_pause WHERE issued_at <= $1;

PREPARE statement AS
    DELETE FROM operator_pause WHERE issued_at > $1;

PREPARE statement AS
    DELETE FROM registered_test WHERE code = $1;

PREPARE statement AS
    DELETE FROM tan WHERE digest = $1;

PREPARE statement AS
    DELETE FROM tan WHERE expires_at <= $1;

PREPARE statement AS
    DELETE FROM tan WHERE expires_at > $1 + 691200;

PREPARE statement AS
    DELETE FROM tan WHERE reservation = $1;

PREPARE statement AS
    DELETE FROM tan WHERE token = $1 OR digest = $2;

PREPARE statement AS
    DELETE FROM tan_reservation WHERE expires_in * 3600 > $1 + 691200;

PREPARE statement AS
    DELETE FROM tan_reservation WHERE expires_in <= $1;

PREPARE statement AS
    DELETE FROM tele_tan WHERE expires_at <= $1;

PREPARE statement AS
    DELETE FROM tele_tan WHERE expires_at > $1 + 691200;

PREPARE statement AS
    DELETE FROM tele_tan WHERE mac = $1;

PREPARE statement AS
    DELETE FROM tele_tan_count WHERE second <= $1;

PREPARE statement AS
    DELETE FROM tele_tan_count WHERE second > $1;

PREPARE statement AS
    DELETE FROM tele_tan_hold WHERE ends_at <= $1;

PREPARE statement AS
    DELETE FROM tele_tan_hold WHERE ends_at > $1 + 7200;

PREPARE statement AS
    DELETE FROM test_session WHERE began_at <= $1;

PREPARE statement AS
    DELETE FROM upload_right WHERE consumed_on IS NULL AND expires_at > $1 + 86400;

PREPARE statement AS
    DELETE FROM used_upload WHERE expires_in * 3600 > $1 + 691200;

PREPARE statement AS
    DELETE FROM used_upload WHERE expires_in <= $1;

PREPARE statement AS
    DELETE FROM wrong_tele_tan WHERE minute * 60 > $1;

PREPARE statement AS
    DELETE FROM wrong_tele_tan WHERE minute < $1;

PREPARE statement AS
    INSERT INTO access_key (holder, role, authority, digest, expires_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (holder) DO UPDATE SET role = excluded.role, authority = excluded.authority,
    digest = excluded.digest, expires_at = excluded.expires_at,
    former_digest = NULL, former_expires_at = NULL;

PREPARE statement AS
    INSERT INTO access_key (holder, role, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO federation_batch (country, number, keys, skipped, refusal, received_in)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (country, number) DO UPDATE SET keys = excluded.keys, skipped = excluded.skipped,
    refusal = excluded.refusal, received_in = excluded.received_in;

PREPARE statement AS
    INSERT INTO federation_partner (country, name, server, trust_roots, public_key, max_keys)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (country) DO UPDATE
    SET name = $2, server = $3, trust_roots = $4, public_key = $5, max_keys = $6;

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO operator_pause (operator, issued_at) VALUES ($1, $2)
    ON CONFLICT (operator) DO UPDATE SET issued_at = excluded.issued_at;

PREPARE statement AS
    INSERT INTO registered_test (code, birth_date, registered_in) VALUES ($1, $2, $3);

PREPARE statement AS
    INSERT INTO tan (digest, token, tele_tan, expires_at) VALUES ($1, $2, $3, $4);

PREPARE statement AS
    INSERT INTO tan_reservation (name, upload, token, tele_tan, expires_in) VALUES ($1, $2, $3, $4, $5);

PREPARE statement AS
    INSERT INTO tele_tan (mac, kind, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (mac) DO UPDATE SET kind = excluded.kind, expires_at = excluded.expires_at;

PREPARE statement AS
    INSERT INTO tele_tan_count (second, issued) VALUES ($1, 1)
    ON CONFLICT (second) DO UPDATE SET issued = tele_tan_count.issued + 1;

PREPARE statement AS
    INSERT INTO tele_tan_hold (id, ends_at) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at;

PREPARE statement AS
    INSERT INTO test_session (token, code, birth_date, tele_tan, began_at) VALUES ($1, $2, $3, $4, $5);

PREPARE statement AS
    INSERT INTO wrong_tele_tan (minute, count) VALUES ($1, 1)
    ON CONFLICT (minute) DO UPDATE SET count = wrong_tele_tan.count + 1;

PREPARE statement AS
    SELECT * FROM access_key ORDER BY holder;

PREPARE statement AS
    SELECT * FROM access_key WHERE digest = $1 AND expires_at > $2
    UNION ALL
    SELECT * FROM access_key WHERE former_digest = $1 AND former_expires_at > $2;

PREPARE statement AS
    SELECT * FROM access_key WHERE holder = $1;

PREPARE statement AS
    SELECT * FROM access_key WHERE holder = $1 AND digest IS NOT NULL AND expires_at > $2;

PREPARE statement AS
    SELECT * FROM federation_batch ORDER BY country, number;

PREPARE statement AS
    SELECT * FROM federation_partner ORDER BY country;

PREPARE statement AS
    SELECT * FROM federation_partner WHERE country = $1 AND last_batch = $2 AND is_paused = 0;

PREPARE statement AS
    SELECT 1 FROM registered_test WHERE code = $1 UNION ALL SELECT 1 FROM registered_test WHERE birth_date = $1;

PREPARE statement AS
    SELECT code, birth_date FROM registered_test WHERE code > $1 AND registered_in <= $2
    ORDER BY code LIMIT $3;

PREPARE statement AS
    SELECT code, birth_date, tele_tan, began_at FROM test_session WHERE token = $1 AND began_at > $2;

PREPARE statement AS
    SELECT count(*) FROM tan_reservation WHERE token = $1 AND expires_in > $2;

PREPARE statement AS
    SELECT country FROM federation_partner WHERE name = $1 AND country != $2;

PREPARE statement AS
    SELECT ends_at FROM tele_tan_hold;

PREPARE statement AS
    SELECT id FROM publication_state WHERE sequence = $1;

PREPARE statement AS
    SELECT issued_at FROM operator_pause WHERE operator = $1;

PREPARE statement AS
    SELECT key_data FROM diagnosis_key
    WHERE key_data IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

PREPARE statement AS
    SELECT kind FROM tele_tan WHERE mac = $1 AND expires_at > $2;

PREPARE statement AS
    SELECT max(moment) FROM (SELECT max(rolling_start * 600) AS moment FROM diagnosis_key UNION ALL SELECT max(period_end) AS moment FROM chunk UNION ALL SELECT max(received_on * 86400) AS moment FROM analytics_inbox UNION ALL SELECT max(consumed_on * 86400) AS moment FROM upload_right UNION ALL SELECT max((registered_in - 1) * 3600) AS moment FROM registered_test UNION ALL SELECT max(began_at) AS moment FROM test_session UNION ALL SELECT max(second) AS moment FROM tele_tan_count UNION ALL SELECT max(minute * 60) AS moment FROM wrong_tele_tan UNION ALL SELECT max((received_in - 1) * 3600) AS moment FROM federation_batch) AS latest;

PREPARE statement AS
    SELECT min(minute) AS first, sum(count) AS count FROM wrong_tele_tan WHERE minute BETWEEN $1 AND $2;

PREPARE statement AS
    SELECT min(second) AS first, sum(issued) AS count FROM tele_tan_count WHERE second > $1 AND second <= $2;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT name, tele_tan FROM tan_reservation WHERE upload = $1 AND expires_in > $2;

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

PREPARE statement AS
    SELECT tele_tan, issued, used, issued_at, requests FROM test_session WHERE token = $1 AND began_at > $2;

PREPARE statement AS
    SELECT token FROM tan_reservation WHERE name = $1 AND expires_in > $2;

PREPARE statement AS
    SELECT token, tele_tan, expires_at, reservation FROM tan WHERE digest = $1 AND expires_at > $2;

PREPARE statement AS
    UPDATE access_key SET digest = NULL, former_digest = NULL, former_expires_at = NULL
    WHERE holder = $1;

PREPARE statement AS
    UPDATE access_key SET former_digest = digest,
    former_expires_at = CASE WHEN expires_at < $1 THEN expires_at ELSE $1 END,
    digest = $2, expires_at = $3
    WHERE holder = $4;

PREPARE statement AS
    UPDATE analytics_inbox SET received_on = $1 WHERE received_on > $1;

PREPARE statement AS
    UPDATE chunk SET period_end = $1 - later, retires_from = $1 - later,
    period_start = CASE WHEN period_start < $1 - later THEN period_start ELSE $1 - later - 1 END
    FROM (
    SELECT sequence AS owner, number AS chosen,
    count(*) OVER (PARTITION BY sequence ORDER BY number DESC) - 1 AS later FROM chunk
    WHERE object_name IS NULL
    ) AS planned WHERE sequence = owner AND number = chosen AND period_end > $2;

PREPARE statement AS
    UPDATE chunk SET retires_from = coalesce(
    (SELECT max((rolling_start + rolling_period) * 600) FROM diagnosis_key
    WHERE diagnosis_key.sequence = chunk.sequence AND diagnosis_key.chunk = number
    AND (rolling_start + rolling_period) * 600 <= $1), 0
    ) WHERE retires_from > $2;

PREPARE statement AS
    UPDATE diagnosis_key SET releasable_at = (rolling_start + rolling_period) * 600 + 7200
    WHERE chunk IS NULL AND releasable_at > $1 + 777600;

PREPARE statement AS
    UPDATE federation_batch SET received_in = ($1 + 3599) / 3600 WHERE (received_in - 1) * 3600 > $2;

PREPARE statement AS
    UPDATE federation_partner
    SET served = CASE WHEN served_in = $1 THEN served + 1 ELSE 1 END, served_in = $1
    WHERE country = $2 AND (served_in <> $1 OR served < $3);

PREPARE statement AS
    UPDATE federation_partner SET answered_in = $1 WHERE country = $2;

PREPARE statement AS
    UPDATE federation_partner SET answered_in = NULL WHERE (answered_in - 1) * 3600 > $1;

PREPARE statement AS
    UPDATE federation_partner SET counted_on = $1, counted_keys = $2 WHERE country = $3;

PREPARE statement AS
    UPDATE federation_partner SET is_paused = $1 WHERE country = $2;

PREPARE statement AS
    UPDATE federation_partner SET last_batch = $1 WHERE country = $2;

PREPARE statement AS
    UPDATE federation_partner SET last_batch = $1, answered_in = $2 WHERE country = $3;

PREPARE statement AS
    UPDATE publication_state
    SET last_period_end = (
    SELECT max(period_end) FROM chunk WHERE chunk.sequence = publication_state.id AND period_end <= $1
    )
    WHERE last_period_end > $2;

PREPARE statement AS
    UPDATE registered_test SET registered_in = ($1 + 3599) / 3600 WHERE (registered_in - 1) * 3600 > $2;

PREPARE statement AS
    UPDATE tan SET reservation = $1 WHERE digest = $2;

PREPARE statement AS
    UPDATE tan_reservation SET token = NULL WHERE name = $1;

PREPARE statement AS
    UPDATE tele_tan SET expires_at = expires_at + $1 WHERE expires_at > $2;

PREPARE statement AS
    UPDATE test_session SET began_at = $1, issued_at = NULL WHERE began_at > $2;

PREPARE statement AS
    UPDATE test_session SET issued = issued + 1, issued_at = $1, requests = $2 WHERE token = $3;

PREPARE statement AS
    UPDATE test_session SET used = used + 1 WHERE token = $1;

PREPARE statement AS
    UPDATE upload_right SET consumed_on = $1 WHERE consumed_on > $1;

-- 0001-exposures

PREPARE statement AS
    DELETE FROM analytics_inbox WHERE identifier = $1;

PREPARE statement AS
    DELETE FROM analytics_inbox WHERE received_on < $1;

PREPARE statement AS
    DELETE FROM chunk WHERE sequence = $1 AND object_name IS NOT NULL
    AND number < coalesce((SELECT number FROM chunk AS offered WHERE offered.sequence = $1 AND object_name IS NOT NULL
    AND retires_from > $2 ORDER BY number LIMIT 1), 9223372036854775807)
    RETURNING object_name;

PREPARE statement AS
    DELETE FROM diagnosis_key WHERE (rolling_start + rolling_period) * 600 <= $1;

PREPARE statement AS
    DELETE FROM diagnosis_key WHERE (rolling_start + rolling_period) * 600 > $1 + 777600;

PREPARE statement AS
    DELETE FROM diagnosis_key WHERE key_data = $1 AND EXISTS (
    SELECT 1 FROM diagnosis_key WHERE key_data = $1 AND sequence = (SELECT id FROM publication_state WHERE sequence = $2) AND chunk = $3
    AND EXISTS (
    SELECT 1 FROM chunk AS published WHERE published.sequence = diagnosis_key.sequence
    AND published.number = $3 AND published.object_name IS NOT NULL
    )
    );

PREPARE statement AS
    DELETE FROM upload_right WHERE consumed_on < $1;

PREPARE statement AS
    DELETE FROM upload_right WHERE consumed_on IS NULL AND expires_at <= $1;

PREPARE statement AS
    DELETE FROM upload_right WHERE consumed_on IS NULL AND expires_at > $1;

PREPARE statement AS
    DELETE FROM upload_right WHERE consumed_on IS NULL AND expires_at > $1 + 86400;

PREPARE statement AS
    INSERT INTO analytics_inbox (identifier, received_on, area, content) VALUES ($1, $2, $3, $4);

PREPARE statement AS
    INSERT INTO analytics_inbox VALUES ($1, $2, $3, $4);

PREPARE statement AS
    INSERT INTO chunk (sequence, number, period_start, period_end, retires_from, first_key, last_key)
    VALUES ($1, $2, $3, $4, $5, $6, $7);

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30), ($31, $32, $33, $34, $35, $36, $37, $38, $39, $40), ($41, $42, $43, $44, $45, $46, $47, $48, $49, $50) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30), ($31, $32, $33, $34, $35, $36, $37, $38, $39, $40), ($41, $42, $43, $44, $45, $46, $47, $48, $49, $50), ($51, $52, $53, $54, $55, $56, $57, $58, $59, $60) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30), ($31, $32, $33, $34, $35, $36, $37, $38, $39, $40), ($41, $42, $43, $44, $45, $46, $47, $48, $49, $50), ($51, $52, $53, $54, $55, $56, $57, $58, $59, $60), ($61, $62, $63, $64, $65, $66, $67, $68, $69, $70) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30), ($31, $32, $33, $34, $35, $36, $37, $38, $39, $40), ($41, $42, $43, $44, $45, $46, $47, $48, $49, $50), ($51, $52, $53, $54, $55, $56, $57, $58, $59, $60), ($61, $62, $63, $64, $65, $66, $67, $68, $69, $70), ($71, $72, $73, $74, $75, $76, $77, $78, $79, $80), ($81, $82, $83, $84, $85, $86, $87, $88, $89, $90) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30), ($31, $32, $33, $34, $35, $36, $37, $38, $39, $40), ($41, $42, $43, $44, $45, $46, $47, $48, $49, $50), ($51, $52, $53, $54, $55, $56, $57, $58, $59, $60), ($61, $62, $63, $64, $65, $66, $67, $68, $69, $70), ($71, $72, $73, $74, $75, $76, $77, $78, $79, $80), ($81, $82, $83, $84, $85, $86, $87, $88, $89, $90), ($91, $92, $93, $94, $95, $96, $97, $98, $99, $100), ($101, $102, $103, $104, $105, $106, $107, $108, $109, $110), ($111, $112, $113, $114, $115, $116, $117, $118, $119, $120), ($121, $122, $123, $124, $125, $126, $127, $128, $129, $130), ($131, $132, $133, $134, $135, $136, $137, $138, $139, $140), ($141, $142, $143, $144, $145, $146, $147, $148, $149, $150) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
    origin, visited_countries, sequence, releasable_at
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20), ($21, $22, $23, $24, $25, $26, $27, $28, $29, $30), ($31, $32, $33, $34, $35, $36, $37, $38, $39, $40), ($41, $42, $43, $44, $45, $46, $47, $48, $49, $50), ($51, $52, $53, $54, $55, $56, $57, $58, $59, $60), ($61, $62, $63, $64, $65, $66, $67, $68, $69, $70), ($71, $72, $73, $74, $75, $76, $77, $78, $79, $80), ($81, $82, $83, $84, $85, $86, $87, $88, $89, $90), ($91, $92, $93, $94, $95, $96, $97, $98, $99, $100), ($101, $102, $103, $104, $105, $106, $107, $108, $109, $110), ($111, $112, $113, $114, $115, $116, $117, $118, $119, $120), ($121, $122, $123, $124, $125, $126, $127, $128, $129, $130), ($131, $132, $133, $134, $135, $136, $137, $138, $139, $140), ($141, $142, $143, $144, $145, $146, $147, $148, $149, $150), ($151, $152, $153, $154, $155, $156, $157, $158, $159, $160) ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, sequence, rolling_start, rolling_period, transmission_risk_level, report_type,
    days_since_onset, origin, visited_countries, releasable_at, is_padding
    )
    SELECT key_data, $1, rolling_start, rolling_period, transmission_risk_level, report_type,
    days_since_onset, origin, visited_countries, $2, is_padding
    FROM diagnosis_key WHERE sequence = $3 AND chunk = $4 AND key_data BETWEEN $5 AND $6
    ON CONFLICT (key_data, sequence) DO NOTHING;

PREPARE statement AS
    INSERT INTO diagnosis_key (
    key_data, sequence, rolling_start, rolling_period, transmission_risk_level, report_type,
    days_since_onset, origin, visited_countries, releasable_at, is_padding
    ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1);

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO publication_state (sequence, last_chunk, held_runs) VALUES ($1, 0, 0) RETURNING id;

PREPARE statement AS
    INSERT INTO upload_right (mac, evidence, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (mac) DO UPDATE SET evidence = excluded.evidence, expires_at = excluded.expires_at;

PREPARE statement AS
    SELECT (SELECT number FROM chunk AS offered WHERE offered.sequence = id AND object_name IS NOT NULL
    AND retires_from > $1 ORDER BY number LIMIT 1) AS oldest, (
    SELECT number FROM chunk WHERE sequence = id AND object_name IS NOT NULL
    ORDER BY number DESC LIMIT 1
    ) AS newest FROM publication_state WHERE sequence = $2;

PREPARE statement AS
    SELECT * FROM (
    SELECT number, period_start, period_end, object_name,
    row_number() OVER (PARTITION BY period_start, period_end ORDER BY number) AS batch,
    count(*) OVER (PARTITION BY period_start, period_end) AS batches
    FROM chunk WHERE sequence = (SELECT id FROM publication_state WHERE sequence = $1)
    ) AS batch WHERE object_name IS NULL ORDER BY number;

PREPARE statement AS
    SELECT EXISTS (SELECT 1 FROM chunk WHERE sequence = $1 AND period_start = $2 AND period_end = $3);

PREPARE statement AS
    SELECT count(*) FROM diagnosis_key WHERE +chunk IS NULL AND releasable_at <= $1
    AND sequence = (SELECT id FROM publication_state WHERE sequence = $2);

PREPARE statement AS
    SELECT count(DISTINCT key_data) FILTER (WHERE is_padding = 0),
    count(DISTINCT key_data) FILTER (
    WHERE chunk IS NULL AND is_padding = 0 AND sequence NOT IN (0)
    ) FROM diagnosis_key WHERE (rolling_start + rolling_period) * 600 <= $1;

PREPARE statement AS
    SELECT count(DISTINCT key_data) FILTER (WHERE is_padding = 0),
    count(DISTINCT key_data) FILTER (
    WHERE chunk IS NULL AND is_padding = 0 AND sequence NOT IN (0,3)
    ) FROM diagnosis_key WHERE (rolling_start + rolling_period) * 600 <= $1;

PREPARE statement AS
    SELECT evidence FROM upload_right
    WHERE mac = $1 AND consumed_on IS NULL AND expires_at > $2 AND expires_at <= $3;

PREPARE statement AS
    SELECT expires_at, consumed_on FROM upload_right WHERE mac = $1;

PREPARE statement AS
    SELECT first_key, last_key FROM chunk WHERE sequence = $1 AND number = $2;

PREPARE statement AS
    SELECT held_runs FROM publication_state WHERE id = $1;

PREPARE statement AS
    SELECT id FROM publication_state;

PREPARE statement AS
    SELECT id FROM publication_state WHERE sequence = $1;

PREPARE statement AS
    SELECT identifier, received_on, area, content FROM analytics_inbox
    ORDER BY identifier LIMIT $1;

PREPARE statement AS
    SELECT key_data FROM diagnosis_key
    WHERE key_data IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

PREPARE statement AS
    SELECT key_data FROM diagnosis_key WHERE sequence = $1 AND +chunk IS NULL AND releasable_at <= $2
    AND (rolling_start + rolling_period) * 600 > $3 ORDER BY key_data;

PREPARE statement AS
    SELECT key_data FROM diagnosis_key WHERE sequence = $1 AND chunk = $2 AND key_data BETWEEN $3 AND $4 AND is_padding = 1;

PREPARE statement AS
    SELECT key_data, origin, visited_countries FROM diagnosis_key WHERE sequence = $1 AND +chunk IS NULL AND releasable_at <= $2
    AND (rolling_start + rolling_period) * 600 > $3 AND origin IS NOT NULL;

PREPARE statement AS
    SELECT key_data, origin, visited_countries FROM diagnosis_key WHERE sequence = $1 AND chunk = $2 AND key_data BETWEEN $3 AND $4 AND origin IS NOT NULL;

PREPARE statement AS
    SELECT key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset
    FROM diagnosis_key WHERE sequence = $1 AND +chunk IS NULL AND releasable_at <= $2
    AND (rolling_start + rolling_period) * 600 > $3 ORDER BY key_data;

PREPARE statement AS
    SELECT key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset
    FROM diagnosis_key WHERE sequence = $1 AND chunk = $2 AND key_data BETWEEN $3 AND $4 ORDER BY key_data;

PREPARE statement AS
    SELECT key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset
    FROM diagnosis_key WHERE sequence = $1 AND chunk = $2 ORDER BY key_data;

PREPARE statement AS
    SELECT last_chunk FROM publication_state WHERE id = $1;

PREPARE statement AS
    SELECT last_period_end FROM publication_state WHERE id = $1;

PREPARE statement AS
    SELECT max(moment) FROM (SELECT max(rolling_start * 600) AS moment FROM diagnosis_key UNION ALL SELECT max(period_end) AS moment FROM chunk UNION ALL SELECT max(received_on * 86400) AS moment FROM analytics_inbox UNION ALL SELECT max(consumed_on * 86400) AS moment FROM upload_right) AS latest;

PREPARE statement AS
    SELECT max(period_end) FROM chunk WHERE sequence = $1 AND period_end <= $2;

PREPARE statement AS
    SELECT min(period_start) FROM chunk WHERE sequence = $1;

PREPARE statement AS
    SELECT min(releasable_at) FROM diagnosis_key WHERE sequence = $1 AND chunk IS NULL;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT number, period_end, retires_from, object_name, size, digest FROM chunk
    WHERE sequence = (SELECT id FROM publication_state WHERE sequence = $1) AND number = $2 AND object_name IS NOT NULL
    AND number >= (SELECT number FROM chunk AS offered WHERE offered.sequence = (SELECT id FROM publication_state WHERE sequence = $1) AND object_name IS NOT NULL
    AND retires_from > $3 ORDER BY number LIMIT 1);

PREPARE statement AS
    SELECT object_name FROM chunk WHERE sequence = (SELECT id FROM publication_state WHERE sequence = $1) AND object_name IS NOT NULL;

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

PREPARE statement AS
    UPDATE analytics_inbox SET received_on = $1 WHERE received_on > $1;

PREPARE statement AS
    UPDATE chunk SET object_name = $1, size = $2, digest = $3
    WHERE sequence = (SELECT id FROM publication_state WHERE sequence = $4) AND number = $5 AND object_name IS NULL
    AND NOT EXISTS (
    SELECT 1 FROM chunk WHERE sequence = (SELECT id FROM publication_state WHERE sequence = $4) AND number < $5 AND object_name IS NULL
    );

PREPARE statement AS
    UPDATE chunk SET period_end = $1 - later, retires_from = $1 - later,
    period_start = CASE WHEN period_start < $1 - later THEN period_start ELSE $1 - later - 1 END
    FROM (
    SELECT sequence AS owner, number AS chosen,
    count(*) OVER (PARTITION BY sequence ORDER BY number DESC) - 1 AS later FROM chunk
    WHERE object_name IS NULL
    ) AS planned WHERE sequence = owner AND number = chosen AND period_end > $2;

PREPARE statement AS
    UPDATE chunk SET retires_from = coalesce(
    (SELECT max((rolling_start + rolling_period) * 600) FROM diagnosis_key
    WHERE diagnosis_key.sequence = chunk.sequence AND diagnosis_key.chunk = number
    AND (rolling_start + rolling_period) * 600 <= $1), 0
    ) WHERE retires_from > $2;

PREPARE statement AS
    UPDATE diagnosis_key SET chunk = $1, releasable_at = NULL
    WHERE key_data BETWEEN $2 AND $3 AND sequence = $4 AND +chunk IS NULL AND releasable_at <= $5
    AND (rolling_start + rolling_period) * 600 > $6;

PREPARE statement AS
    UPDATE diagnosis_key SET chunk = NULL, releasable_at = $1 WHERE sequence = (SELECT id FROM publication_state WHERE sequence = $2) AND chunk = $3
    AND EXISTS (
    SELECT 1 FROM chunk AS published WHERE published.sequence = diagnosis_key.sequence
    AND published.number = $3 AND published.object_name IS NOT NULL
    );

PREPARE statement AS
    UPDATE diagnosis_key SET releasable_at = (rolling_start + rolling_period) * 600 + 7200
    WHERE chunk IS NULL AND releasable_at > $1 + 777600;

PREPARE statement AS
    UPDATE publication_state
    SET last_period_end = (
    SELECT max(period_end) FROM chunk WHERE chunk.sequence = publication_state.id AND period_end <= $1
    )
    WHERE last_period_end > $2;

PREPARE statement AS
    UPDATE publication_state SET held_runs = 0 WHERE id = $1;

PREPARE statement AS
    UPDATE publication_state SET held_runs = held_runs + 1 WHERE id = $1;

PREPARE statement AS
    UPDATE publication_state SET last_chunk = $1, last_period_end = $2 WHERE id = $3;

PREPARE statement AS
    UPDATE upload_right SET consumed_on = $1 WHERE consumed_on > $1;

PREPARE statement AS
    UPDATE upload_right SET consumed_on = $1, evidence = NULL, expires_at = NULL WHERE mac = $2;

-- 0001-laboratory

PREPARE statement AS
    DELETE FROM test_result WHERE changed_in <= $1;

PREPARE statement AS
    INSERT INTO access_key (holder, role, authority, digest, expires_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (holder) DO UPDATE SET role = excluded.role, authority = excluded.authority,
    digest = excluded.digest, expires_at = excluded.expires_at,
    former_digest = NULL, former_expires_at = NULL;

PREPARE statement AS
    INSERT INTO access_key (holder, role, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO test_result
    (identifier, code, sample_collection, laboratory_id, owner, changed_in) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (identifier) DO UPDATE SET code = excluded.code,
    sample_collection = excluded.sample_collection, laboratory_id = excluded.laboratory_id,
    owner = excluded.owner, changed_in = excluded.changed_in;

PREPARE statement AS
    SELECT * FROM access_key ORDER BY holder;

PREPARE statement AS
    SELECT * FROM access_key WHERE digest = $1 AND expires_at > $2
    UNION ALL
    SELECT * FROM access_key WHERE former_digest = $1 AND former_expires_at > $2;

PREPARE statement AS
    SELECT * FROM access_key WHERE holder = $1;

PREPARE statement AS
    SELECT * FROM access_key WHERE holder = $1 AND digest IS NOT NULL AND expires_at > $2;

PREPARE statement AS
    SELECT 1 FROM test_result WHERE identifier = $1 AND owner IS NOT NULL;

PREPARE statement AS
    SELECT code, sample_collection, laboratory_id, owner FROM test_result WHERE identifier = $1;

PREPARE statement AS
    SELECT max(moment) FROM (SELECT max((changed_in - 1) * 3600) AS moment FROM test_result) AS latest;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

PREPARE statement AS
    UPDATE access_key SET digest = NULL, former_digest = NULL, former_expires_at = NULL
    WHERE holder = $1;

PREPARE statement AS
    UPDATE access_key SET former_digest = digest,
    former_expires_at = CASE WHEN expires_at < $1 THEN expires_at ELSE $1 END,
    digest = $2, expires_at = $3
    WHERE holder = $4;

PREPARE statement AS
    UPDATE test_result SET changed_in = ($1 + 3599) / 3600 WHERE (changed_in - 1) * 3600 > $2;

PREPARE statement AS
    UPDATE test_result SET code = code / 5 * 5 + 4
    WHERE changed_in <= $1 AND code % 5 BETWEEN 1 AND 3;

-- 0001-operators

PREPARE statement AS
    DELETE FROM "operator";

PREPARE statement AS
    DELETE FROM "operator_audit";

PREPARE statement AS
    DELETE FROM "operator_session";

PREPARE statement AS
    DELETE FROM known_browser
    WHERE operator IN (SELECT name FROM operator WHERE disabled_at < $1);

PREPARE statement AS
    DELETE FROM known_browser WHERE used_at < $1;

PREPARE statement AS
    DELETE FROM operator
    WHERE disabled_at < $1 AND name NOT IN (SELECT operator FROM operator_audit);

PREPARE statement AS
    DELETE FROM operator_audit;

PREPARE statement AS
    DELETE FROM operator_audit WHERE at < $1;

PREPARE statement AS
    DELETE FROM operator_audit WHERE at > $1;

PREPARE statement AS
    DELETE FROM operator_session WHERE digest = $1;

PREPARE statement AS
    DELETE FROM operator_session WHERE operator = $1 AND digest IS DISTINCT FROM $2;

PREPARE statement AS
    DELETE FROM operator_session WHERE started_at < $1 OR used_at < $2;

PREPARE statement AS
    DELETE FROM operator_session WHERE started_at > $1 OR used_at > $1;

PREPARE statement AS
    DELETE FROM wrong_tries WHERE last_at < $1;

PREPARE statement AS
    DELETE FROM wrong_tries WHERE last_at > $1;

PREPARE statement AS
    DELETE FROM wrong_tries WHERE source = $1;

PREPARE statement AS
    INSERT INTO known_browser VALUES ($1, $2, $3)
    ON CONFLICT (digest, operator) DO UPDATE SET used_at = excluded.used_at;

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO operator (name, cost, block_size, parallelism, salt, password, created_at, institution)
    VALUES ($1, 1, 8, 1, $2, $3, $4, $5);

PREPARE statement AS
    INSERT INTO operator VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING;

PREPARE statement AS
    INSERT INTO operator_audit (at, operator, event) VALUES ($1, $2, $3);

PREPARE statement AS
    INSERT INTO operator_audit (at, operator, event) VALUES ($1, $2, 'signed-in');

PREPARE statement AS
    INSERT INTO operator_audit (at, operator, event) VALUES (9, 'zoë', 'signed-in') RETURNING number;

PREPARE statement AS
    INSERT INTO operator_role VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO operator_session (digest, operator, started_at, used_at) VALUES ($1, $2, 1, 2);

PREPARE statement AS
    INSERT INTO operator_session VALUES ($1, $2, $3, $4, $5, $6, $7);

PREPARE statement AS
    INSERT INTO wrong_tries VALUES ($1, $2, $3)
    ON CONFLICT (source) DO UPDATE SET count = excluded.count, last_at = excluded.last_at;

PREPARE statement AS
    SELECT "digest", "operator", "started_at", "used_at", "authorised_until", "section", "turn" FROM "operator_session" ORDER BY "digest";

PREPARE statement AS
    SELECT "digest", "operator", "used_at" FROM "known_browser" ORDER BY "digest", "operator" COLLATE "C";

PREPARE statement AS
    SELECT "id", "mark", "anchor_time", "anchor_since_boot", "anchor_boot", "hold_time", "hold_since_boot", "hold_boot" FROM "clock_trust" ORDER BY "id";

PREPARE statement AS
    SELECT "name", "cost", "block_size", "parallelism", "salt", "password", "created_at", "disabled_at", "must_change_password", "institution" FROM "operator" ORDER BY "name" COLLATE "C";

PREPARE statement AS
    SELECT "number", "at", "operator", "event" FROM "operator_audit" ORDER BY "number";

PREPARE statement AS
    SELECT "operator", "role" FROM "operator_role" ORDER BY "operator" COLLATE "C", "role" COLLATE "C";

PREPARE statement AS
    SELECT "source", "count", "last_at" FROM "wrong_tries" ORDER BY "source";

PREPARE statement AS
    SELECT * FROM operator_session WHERE digest = $1;

PREPARE statement AS
    SELECT *, (SELECT string_agg(role, ' ') FROM operator_role WHERE operator = name) AS roles FROM operator ORDER BY name;

PREPARE statement AS
    SELECT *, (SELECT string_agg(role, ' ') FROM operator_role WHERE operator = name) AS roles FROM operator WHERE name = $1;

PREPARE statement AS
    SELECT *, (SELECT string_agg(role, ' ') FROM operator_role WHERE operator = name) AS roles FROM operator WHERE name = $1 AND disabled_at IS NULL;

PREPARE statement AS
    SELECT EXISTS (SELECT * FROM known_browser WHERE digest = $1 AND operator = $2);

PREPARE statement AS
    SELECT at, operator, event FROM operator_audit WHERE at >= $1 ORDER BY number;

PREPARE statement AS
    SELECT attname::text FROM pg_index
    CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (number, place)
    JOIN pg_attribute ON attrelid = indrelid AND attnum = part.number
    WHERE indrelid = quote_ident($1)::regclass AND indisprimary ORDER BY place;

PREPARE statement AS
    SELECT column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1 AND data_type = 'text';

PREPARE statement AS
    SELECT column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position;

PREPARE statement AS
    SELECT count, last_at FROM wrong_tries WHERE source = $1;

PREPARE statement AS
    SELECT max(moment) FROM (SELECT max(at) AS moment FROM operator_audit UNION ALL SELECT max(used_at) AS moment FROM operator_session UNION ALL SELECT max(used_at) AS moment FROM known_browser) AS latest;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT number, operator, event FROM operator_audit WHERE at > $1;

PREPARE statement AS
    SELECT pg_get_serial_sequence(quote_ident($1), $2);

PREPARE statement AS
    SELECT relname::text FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
    WHERE conrelid = quote_ident($1)::regclass AND contype = 'f';

PREPARE statement AS
    SELECT setval($1::text::regclass, max("number")) FROM "operator_audit" HAVING count(*) > 0;

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

PREPARE statement AS
    SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema();

PREPARE statement AS
    UPDATE known_browser SET used_at = $1 WHERE used_at > $2;

PREPARE statement AS
    UPDATE operator
    SET cost = $1, block_size = $2, parallelism = $3, salt = $4, password = $5, disabled_at = NULL,
    must_change_password = $6
    WHERE name = $7 AND (disabled_at IS NULL OR $8 = 1);

PREPARE statement AS
    UPDATE operator SET created_at = $1 WHERE created_at > $2;

PREPARE statement AS
    UPDATE operator SET disabled_at = $1 WHERE disabled_at > $2;

PREPARE statement AS
    UPDATE operator SET disabled_at = $1 WHERE name = $2 AND disabled_at IS NULL;

PREPARE statement AS
    UPDATE operator_session SET authorised_until = $1, section = $2 WHERE digest = $3;

PREPARE statement AS
    UPDATE operator_session SET turn = turn + 1 WHERE digest = $1 AND turn = $2;

PREPARE statement AS
    UPDATE operator_session SET used_at = $1 WHERE digest = $2;

-- 0001-settings

PREPARE statement AS
    DELETE FROM "settings_revision";

PREPARE statement AS
    DELETE FROM "settings_value";

PREPARE statement AS
    INSERT INTO applied_preset VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET digest = excluded.digest;

PREPARE statement AS
    INSERT INTO migration (name, oldest) VALUES ($1, $2);

PREPARE statement AS
    INSERT INTO settings_revision (number, made_at, author, reason, origin) VALUES ($1, $2, $3, $4, $5);

PREPARE statement AS
    INSERT INTO settings_revision VALUES ($1, 1, 'a', 'b', 'set');

PREPARE statement AS
    INSERT INTO settings_revision VALUES (9, 1, 'a', 'b', 'set');

PREPARE statement AS
    INSERT INTO settings_revision_time (number, made_at)
    SELECT number, coalesce(
    (SELECT min(made_at) FROM settings_revision AS later
    WHERE later.number > revision.number AND later.made_at <= $1), $1
    ) FROM settings_revision AS revision
    WHERE made_at > $2 AND number NOT IN (SELECT number FROM settings_revision_time);

PREPARE statement AS
    INSERT INTO settings_value (revision, platform, starting_build, name, value) VALUES ($1, $2, $3, $4, $5);

PREPARE statement AS
    INSERT INTO settings_value VALUES ($1, 'ios', 1, 'name', '1');

PREPARE statement AS
    SELECT "id", "digest" FROM "applied_preset" ORDER BY "id";

PREPARE statement AS
    SELECT "number", "made_at" FROM "settings_revision_time" ORDER BY "number";

PREPARE statement AS
    SELECT "number", "made_at", "author", "reason", "origin" FROM "settings_revision" ORDER BY "number";

PREPARE statement AS
    SELECT "revision", "platform", "starting_build", "name", "value" FROM "settings_value" ORDER BY "revision", "platform" COLLATE "C", "name" COLLATE "C", "starting_build";

PREPARE statement AS
    SELECT EXISTS (SELECT * FROM settings_revision WHERE number = $1);

PREPARE statement AS
    SELECT EXISTS (SELECT * FROM settings_revision WHERE origin <> $1);

PREPARE statement AS
    SELECT attname::text FROM pg_index
    CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (number, place)
    JOIN pg_attribute ON attrelid = indrelid AND attnum = part.number
    WHERE indrelid = quote_ident($1)::regclass AND indisprimary ORDER BY place;

PREPARE statement AS
    SELECT column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1 AND data_type = 'text';

PREPARE statement AS
    SELECT column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position;

PREPARE statement AS
    SELECT count(*) FROM settings_value;

PREPARE statement AS
    SELECT digest FROM applied_preset;

PREPARE statement AS
    SELECT max(number) FROM settings_revision;

PREPARE statement AS
    SELECT name, oldest FROM migration;

PREPARE statement AS
    SELECT number, coalesce(corrected.made_at, revision.made_at) AS made_at, author, reason, origin
    FROM settings_revision AS revision LEFT JOIN settings_revision_time AS corrected USING (number)
    ORDER BY number DESC;

PREPARE statement AS
    SELECT pg_get_serial_sequence(quote_ident($1), $2);

PREPARE statement AS
    SELECT platform, name, value, starting_build FROM (
    SELECT platform, name, value, starting_build,
    row_number() OVER (PARTITION BY name ORDER BY starting_build DESC) AS place
    FROM settings_value WHERE revision = (SELECT max(number) FROM settings_revision)
    AND platform = $1 AND starting_build <= $2
    ) AS suitable WHERE place = 1 ORDER BY name;

PREPARE statement AS
    SELECT platform, name, value, starting_build FROM settings_value WHERE revision = $1;

PREPARE statement AS
    SELECT relname::text FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
    WHERE conrelid = quote_ident($1)::regclass AND contype = 'f';

PREPARE statement AS
    SELECT table_name::text, column_name::text, is_nullable = 'NO'
    FROM information_schema.columns WHERE table_schema = current_schema();

PREPARE statement AS
    SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema();

PREPARE statement AS
    UPDATE settings_value SET value = '2';
