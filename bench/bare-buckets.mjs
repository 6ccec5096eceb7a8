// node bench/bare-buckets.mjs: the limit that bucketed reads are measured against. Answers every path with the buckets
// that one prepared statement makes of a table of rows, and does nothing else.
//
// PORT, HOST. DATABASE_URL. READS: JSON of path -> {sql, params}; rows are [schedule, bucket, average, highest, lowest].
import http from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const reads = new Map(
  Object.entries(JSON.parse(process.env.READS)).map(([path, { sql, params, start, width, buckets }], index) => [
    path,
    { statement: { name: `read_${index}`, text: sql, values: params, rowMode: 'array' }, start, width, buckets },
  ]),
);

const server = http.createServer(async (request, response) => {
  const { statement, start, width, buckets } = reads.get(request.url);
  const { rows } = await pool.query(statement);
  const bySchedule = new Map();
  for (const [id, bucket, value, high, low] of rows) {
    if (!bySchedule.has(id)) {
      const dataPoints = Array.from({ length: buckets }, (_, i) => ({
        timeStamp: start + i * width,
        value: 'NaN',
        high: 'NaN',
        low: 'NaN',
      }));
      bySchedule.set(id, { scheduleId: id, dataPoints });
    }
    Object.assign(bySchedule.get(id).dataPoints[bucket], { value, high, low });
  }
  const body = JSON.stringify([...bySchedule.values()]);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(process.env.PORT, process.env.HOST);
