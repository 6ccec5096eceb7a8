import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ComplianceFact, ComplianceResult } from '@wardstone/dto/monitoring';
import { ComplianceConfig } from '../compliance.config';
import { ServiceKeys } from './service-keys.service';

const TIMEOUT_MS = 60_000;

/** Monitoring, by way of the gateway. */
@Injectable()
export class MonitoringClient {
  constructor(
    private readonly keys: ServiceKeys,
    private readonly config: ComplianceConfig,
  ) {}

  /** @throws Error when it is not known what monitoring made of them */
  async report(orgId: string, facts: readonly ComplianceFact[]): Promise<ComplianceResult> {
    // Where its keys are, there is the gateway.
    const response = await fetch(new URL('/rest/compliance/facts', this.config.GATEWAY_JWKS_URL), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await this.keys.tokenFor(orgId)}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      body: JSON.stringify({ reportId: randomUUID(), facts }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`monitoring returned ${response.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as ComplianceResult;
  }
}
