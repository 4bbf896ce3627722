-- Requests for wrk. Arguments: METHOD PATH HEADERS PADDING [LINES], where HEADERS and LINES are files: a header a line
-- as `Name: value`, and a request a line as `TOKEN JSON-WITHOUT-ITS-END`. PADDING fills a body to its whole size; 0 for
-- no body. With LINES each request is sent once; without, one request again and again.
local threads = {}
local fixed, lines, headers, method, path, size

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  method, path, size = args[1], args[2], tonumber(args[4])
  headers, statuses = {}, ""
  for line in io.lines(args[3]) do
    local name, value = line:match("^([^:]+): (.*)$")
    headers[name] = value
  end
  counts = {}
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
  local line = lines:read("*l")
  if not line then
    wrk.thread:stop()
    return wrk.format("GET", "/v1/keys/index", headers)
  end
  local token, json = line:match("^(%x+) (.*)$")
  headers["Authorization"] = "Bearer " .. token
  return wrk.format(method, path, headers, json .. string.rep("0", size - #json - 2) .. '"}')
end

function response(status)
  counts[status] = (counts[status] or 0) + 1
  statuses = ""
  for code, count in pairs(counts) do statuses = statuses .. code .. "=" .. count .. " " end
end

function done(summary)
  local all = ""
  for _, thread in ipairs(threads) do all = all .. thread:get("statuses") end
  io.write("WALL " .. summary.duration / 1e6 .. "\nSTATUSES " .. all .. "\n")
end
