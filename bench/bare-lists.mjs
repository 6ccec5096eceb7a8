// node bench/bare-lists.mjs: the limit that lists are measured against. Answers each path with the rows of one
// statement, prepared unless its values decide on the plan, and does nothing else: no authentication, no checks.
//
// PORT, HOST. DATABASE_URL: a superuser's, so that no row-level security is applied. LISTS: JSON of path -> {sql, params, isVarying}.
import http from 'node:http';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const lists = new Map(
  Object.entries(JSON.parse(process.env.LISTS)).map(([path, { sql, params, isVarying }], index) => [
    path,
    { ...(!isVarying && { name: `list_${index}` }), text: sql, values: params },
  ]),
);

const server = http.createServer(async (request, response) => {
  const { rows } = await pool.query(lists.get(request.url));
  const data = [];
  let total = 0;
  for (const { total: count, ...record } of rows) {
    total = count;
    if (record.id !== null) data.push(record);
  }
  const body = JSON.stringify({ data, meta: { total }, links: { first: request.url, last: request.url } });
  response.setHeader('Content-Type', 'application/vnd.api+json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(process.env.PORT, process.env.HOST);
