import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ComplianceFact } from '@wardstone/dto/monitoring';
import { ServiceKeys } from '@wardstone/database';
import type { Agent } from 'undici';
import { ComplianceConfig } from '../compliance.config';
import { readReceipt, type Receipt } from './domain/receipt';

const TIMEOUT_MS = 60_000;
/** Far more than the response to one report. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const MAX_MESSAGE_LENGTH = 200;

/** Client of monitoring, through the gateway. */
@Injectable()
export class MonitoringClient implements OnModuleDestroy {
  private dispatcher: Agent | undefined;

  constructor(
    private readonly keys: ServiceKeys,
    private readonly config: ComplianceConfig,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.dispatcher?.destroy();
  }

  /** @throws Error when it is not known what monitoring made of them */
  async report(orgId: string, facts: readonly ComplianceFact[]): Promise<Receipt> {
    // Loaded on first use, because without facts it would waste memory.
    const undici = await import('undici');
    this.dispatcher ??= new undici.Agent({ connections: 1, maxResponseSize: MAX_RESPONSE_BYTES });
    const report = { reportId: randomUUID(), facts };
    // The gateway has the same origin as its key set.
    const { statusCode, body } = await undici.request(new URL('/rest/compliance/facts', this.config.GATEWAY_JWKS_URL), {
      dispatcher: this.dispatcher,
      method: 'POST',
      headers: {
        authorization: `Bearer ${await this.keys.tokenFor(orgId)}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(report),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`monitoring returned ${statusCode}: ${text.slice(0, MAX_MESSAGE_LENGTH)}`);
    return readReceipt(JSON.parse(text), report);
  }
}
