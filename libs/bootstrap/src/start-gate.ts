import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceConfig } from '@wardstone/config';
import { closeServer, createHttpServer, listen } from './http-server';
import type { Logger } from './logger';
import { Readiness } from './readiness';

const RETRY_MS = 1_000;
const RETRY_AFTER_S = '5';

/** Errors that no waiting mends: who may connect, and to what, is a setting. */
const WRONG_SETTINGS: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000', '42501']);

/**
 * Resolves when what the service needs is there. Meanwhile the process is alive and not ready, and says why.
 *
 * @param findGap as in `ReadinessCheck`
 * @throws what `findGap` throws because of wrong settings
 */
export async function waitForStart(
  findGap: () => Promise<string | undefined>,
  config: ServiceConfig,
  logger: Logger,
): Promise<void> {
  const readiness = new Readiness(logger);
  let failure: unknown;
  let isThere = false;
  readiness.add({
    name: 'database',
    check: async () => {
      try {
        const gap = await findGap();
        isThere = gap === undefined;
        return gap;
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  });
  const server = createHttpServer(config, logger, (request, response) => {
    if (request.url === '/livez') return void response.setHeader('Content-Type', 'text/plain').end('ok');
    response.setHeader('Retry-After', RETRY_AFTER_S).setHeader('Content-Type', 'application/json');
    void readiness.report().then((report) => response.writeHead(503).end(JSON.stringify(report)));
  });
  // The parent has exited; signals end a process that has nothing to finish by themselves.
  const leave = (): never => process.exit(0);
  process.once('disconnect', leave);
  try {
    for (;;) {
      await readiness.report();
      if (isThere) return;
      if (WRONG_SETTINGS.has((failure as { code?: unknown } | undefined)?.code)) throw failure;
      if (!server.listening) await listen(server, config);
      await sleep(RETRY_MS);
    }
  } finally {
    process.off('disconnect', leave);
    await closeServer(server);
  }
}
