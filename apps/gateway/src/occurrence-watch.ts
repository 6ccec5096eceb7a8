import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type CallerIdentity, GATEWAY_SUBJECT, type IdentityMinter } from '@wardstone/auth';
import { type Logger, getRequestId, onResponseEnd } from '@wardstone/bootstrap';
import type { Clock } from '@wardstone/clock';
import { OccurrenceReporter } from '@wardstone/errors';
import type { GatewayConfig } from './gateway.config';
import { getIdentityHeader } from './identity/identity-aliases';
import { resolveTarget } from './routes';

/** Identity of the gateway itself; no role has the permission. */
const GATEWAY: CallerIdentity = {
  username: 'gateway',
  subject: GATEWAY_SUBJECT,
  orgId: 'wardstone',
  type: 'System',
  roles: [],
  permissions: ['errors:report'],
  method: 'identity-header',
  inventoryGroups: null,
};

/** Reports every returned error to the error registry, if there is one, without delaying requests. */
@Injectable()
export class OccurrenceWatch implements OnApplicationShutdown {
  private readonly reporter: OccurrenceReporter | undefined;

  constructor(
    config: Pick<GatewayConfig, 'ERROR_REGISTRY_URL' | 'VENDOR_TOKEN'>,
    minter: IdentityMinter,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    if (config.ERROR_REGISTRY_URL === '') return;
    const header = getIdentityHeader(config.VENDOR_TOKEN);
    this.reporter = new OccurrenceReporter({
      registryUrl: config.ERROR_REGISTRY_URL,
      credentials: async () => ({ [header]: await minter.mintIdentity(GATEWAY, 'error-registry') }),
      onDropped: (count, reason) => logger.debug({ count, reason }, 'error occurrences could not be reported'),
    });
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    const { reporter } = this;
    if (!reporter) return;
    // The proxy may rewrite both later.
    const { method = 'GET', url = '/' } = request;
    onResponseEnd(response, () => {
      if (response.statusCode < 400 || !response.writableFinished) return;
      const type = response.getHeader('X-Error-Type');
      if (typeof type !== 'string') return;
      const target = resolveTarget(method, url);
      const route = target.kind === 'service' ? target.destination.route : undefined;
      reporter.report({
        type,
        occurredAtMs: this.clock.now(),
        service: route?.service ?? 'gateway',
        status: response.statusCode,
        requestId: getRequestId(request),
        route: `${method} ${route?.prefix ?? '/'}`,
      });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reporter?.close();
  }
}
