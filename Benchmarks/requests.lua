-- Requests for wrk. Arguments: METHOD PATH HEADERS PADDING [LINES], where HEADERS and LINES are files: a header a line
-- as `Name: value`, and a request a line as `TOKEN JSON`, with `-` for no token. PADDING fills a body to its whole size, and
-- then the JSON of a line is without its end; 0 for no padding and, without LINES, no body. With `whole` as PADDING, LINES has
-- whole requests, head and body, each after a line with its length. With LINES each request is sent once and the run ends with
-- the last answer; without, one request again and again.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } timespec;
  int clock_gettime(int clock, timespec *time);
  int getpid(void);
  int kill(int pid, int signal);
]]
local MONOTONIC, INTERRUPT = 1, 2
local threads = {}
local fixed, lines, headers, method, path, size, whole

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  method, path, whole, size = args[1], args[2], args[4] == "whole", tonumber(args[4])
  headers, statuses = {}, ""
  for line in io.lines(args[3]) do
    local name, value = line:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  counts, wall, sent, received = {}, 0, 0, 0
  if args[5] then
    lines = io.open(args[5])
  elseif size > 0 then
    local prefix = '{"padding":"'
    fixed = wrk.format(method, path, headers, prefix .. string.rep("0", size - #prefix - 2) .. '"}')
  else
    fixed = wrk.format(method, path, headers)
  end
end

function request()
  if fixed then return fixed end
  -- The first one wrk only looks at, and does not send.
  if not checked then
    checked = true
    return wrk.format("GET", "/")
  end
  started = started or now()
  if whole then return wholeRequest() end
  local line = lines:read("*l")
  -- A connection without a request left sends nothing and waits for the end.
  if not line then return "" end
  sent = sent + 1
  local token, json = line:match("^(%S+) (.*)$")
  if token ~= "-" then headers["Authorization"] = "Bearer " .. token end
  if size > 0 then json = json .. string.rep("0", size - #json - 2) .. '"}' end
  return wrk.format(method, path, headers, json)
end

function wholeRequest()
  local length = lines:read("*l")
  if not length then return "" end
  sent = sent + 1
  local content = lines:read(tonumber(length))
  lines:read(1)
  return content
end

function now()
  local time = ffi.new("timespec")
  ffi.C.clock_gettime(MONOTONIC, time)
  return tonumber(time.seconds) + tonumber(time.nanoseconds) / 1e9
end

function response(status)
  if lines then
    received, wall = received + 1, now() - started
    if received == sent and lines:read(0) == nil then ffi.C.kill(ffi.C.getpid(), INTERRUPT) end
  end
  counts[status] = (counts[status] or 0) + 1
  statuses = ""
  for code, count in pairs(counts) do statuses = statuses .. code .. "=" .. count .. " " end
end

function done(summary)
  local all, wall = "", summary.duration / 1e6
  for _, thread in ipairs(threads) do
    all = all .. thread:get("statuses")
    if thread:get("wall") > 0 then wall = thread:get("wall") end
  end
  io.write("WALL " .. wall .. "\nSTATUSES " .. all .. "\n")
end
