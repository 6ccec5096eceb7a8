import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'node:http';
import type { ServiceConfig } from '@wardstone/config';
import { closeServer, createHttpServer, listen } from './http-server';
import type { Logger } from './logger';
import { Readiness } from './readiness';

const RETRY_MS = 1_000;
const RETRY_AFTER_S = '5';

/** Errors that waiting does not fix, because address and credentials are settings. */
const WRONG_SETTINGS: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000', '42501']);

/** Responds for a service that is starting: alive, not ready, and why. */
export class StartServer {
  private readonly readiness: Readiness;
  private readonly server: Server;

  constructor(
    private readonly config: ServiceConfig,
    logger: Logger,
  ) {
    this.readiness = new Readiness(logger);
    this.server = createHttpServer(config, logger, (request, response) => {
      if (request.url === '/livez') return void response.setHeader('Content-Type', 'text/plain').end('ok');
      response.setHeader('Retry-After', RETRY_AFTER_S).setHeader('Content-Type', 'application/json');
      void this.readiness
        .report()
        .then((report) => response.writeHead(503).end(JSON.stringify({ ...report, status: 'not ready' })));
    });
  }

  listen(): Promise<void> {
    return listen(this.server, this.config);
  }

  /**
   * Resolves when the requirements are met.
   * @param findGap see `ReadinessCheck`
   * @throws what `findGap` throws because of wrong settings
   */
  async waitFor(findGap: () => Promise<string | undefined>): Promise<void> {
    let failure: unknown;
    let isThere = false;
    this.readiness.add({
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
    for (;;) {
      await this.readiness.report();
      if (isThere) return;
      if (WRONG_SETTINGS.has((failure as { code?: unknown } | undefined)?.code)) throw failure;
      await sleep(RETRY_MS);
    }
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }
}
