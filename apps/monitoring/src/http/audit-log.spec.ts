import express from 'express';
import type { Request } from 'express';
import supertest from 'supertest';
import { createLogger } from '@wardstone/bootstrap';
import type { AuthenticatedRequest } from '@wardstone/auth';
import { auditLog } from './audit-log';
import { noteForAudit } from './audit-notes';

interface Line {
  msg: string;
  audit?: boolean;
  [field: string]: unknown;
}

function aServer(level: string) {
  const lines: Line[] = [];
  const logger = createLogger('monitoring', level, { write: (line) => lines.push(JSON.parse(line) as Line) });
  const app = express();
  app.use(auditLog(logger), (request: Request, response) => {
    (request as AuthenticatedRequest).caller = { username: 'ann', orgId: 'acme' } as never;
    const status = Number(request.query['status'] ?? 200);
    noteForAudit(request, { noted: 'here' });
    if (status === 201) response.setHeader('Location', '/rest/plugins/10001');
    if (status >= 400) response.setHeader('X-Error-Type', 'plugin_invalid');
    response.status(status).end();
  });
  return { lines, request: supertest(app) };
}

describe('auditLog', () => {
  it('says who did what, and what became of it, even when few lines are asked for', async () => {
    const { lines, request } = aServer('fatal');
    await request.post('/rest/plugins?handle=h&name=a.jar&status=201');

    expect(lines).toEqual([
      expect.objectContaining({
        audit: true,
        user: 'ann',
        org: 'acme',
        method: 'POST',
        target: '/rest/plugins?handle=h&name=a.jar&status=201',
        outcome: 'done',
        status: 201,
        location: '/rest/plugins/10001',
        time: expect.stringMatching(/^\d{4}-/),
      }),
    ]);
  });

  it('says what was noted about the request', async () => {
    const { lines, request } = aServer('info');
    await request.post('/rest/resource');
    expect(lines).toEqual([expect.objectContaining({ noted: 'here' })]);
  });

  it.each([
    [406, 'refused'],
    [500, 'failed'],
  ])('says that an answer of %d was %s', async (status, outcome) => {
    const { lines, request } = aServer('info');
    await request.delete(`/rest/plugins/10001?status=${status}`);
    expect(lines).toEqual([expect.objectContaining({ outcome, status, error: 'plugin_invalid' })]);
  });

  it.each([
    ['PUT', '/rest/content/h/plugins', 1],
    ['POST', '/rest/content/fresh', 1],
    ['POST', '/rest/resource', 1],
    ['PUT', '/rest/resource/10001', 1],
    ['PUT', '/rest/operation/7', 1],
    ['PUT', '/rest/resource/10001/availability', 0],
    ['POST', '/rest/metric/data/raw', 0],
    ['GET', '/rest/plugins', 0],
    ['HEAD', '/rest/plugins', 0],
  ] as const)('of %s %s writes %d lines', async (method, path, count) => {
    const { lines, request } = aServer('info');
    await request[method.toLowerCase() as 'put'](path);
    expect(lines).toHaveLength(count);
  });

  it('is silent where everything is', async () => {
    const { lines, request } = aServer('silent');
    await request.delete('/rest/plugins/10001');
    expect(lines).toEqual([]);
  });
});
