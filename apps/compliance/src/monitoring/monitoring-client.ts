import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type CallerIdentity, fromCallerClaims } from '@wardstone/auth';
import type { ComplianceFact, ComplianceMail, ComplianceMailResult } from '@wardstone/dto/monitoring';
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

  /** @throws Error when the outcome at monitoring is unknown */
  async report(orgId: string, facts: readonly ComplianceFact[]): Promise<Receipt> {
    const report = { reportId: randomUUID(), facts };
    return readReceipt(await this.send(orgId, '/rest/compliance/facts', report), report);
  }

  /** Attempts once to send a mail. @throws Error when the outcome is unknown */
  async mail(orgId: string, mail: ComplianceMail): Promise<ComplianceMailResult> {
    return (await this.send(orgId, '/rest/compliance/mails', mail)) as ComplianceMailResult;
  }

  /** Present permissions of an account; undefined if it was removed or disabled. @throws Error when they are unknown */
  async findStanding({ orgId, username, subject }: CallerIdentity): Promise<CallerIdentity | undefined> {
    const place = `/auth/standing?${new URLSearchParams({ username, subject }).toString()}`;
    const { statusCode, text } = await this.request(orgId, 'GET', place);
    if (statusCode === 404) return undefined;
    if (statusCode !== 200) throw new Error(`the gateway returned ${statusCode}: ${text.slice(0, MAX_MESSAGE_LENGTH)}`);
    const standing = fromCallerClaims(JSON.parse(text) as Record<string, unknown>, 'bearer');
    return standing.orgId === orgId ? standing : undefined;
  }

  private async send(orgId: string, place: string, body: object): Promise<unknown> {
    const { statusCode, text } = await this.request(orgId, 'POST', place, JSON.stringify(body));
    if (statusCode !== 200) throw new Error(`monitoring returned ${statusCode}: ${text.slice(0, MAX_MESSAGE_LENGTH)}`);
    return JSON.parse(text);
  }

  private async request(
    orgId: string,
    method: 'GET' | 'POST',
    place: string,
    body?: string,
  ): Promise<{ statusCode: number; text: string }> {
    const { GATEWAY_JWKS_URL: keysUrl } = this.config;
    if (keysUrl === undefined) throw new Error('no gateway is set (GATEWAY_JWKS_URL)');
    // Loaded on first use, because without facts it would waste memory.
    const undici = await import('undici');
    // A mail on its way does not hold facts back.
    this.dispatcher ??= new undici.Agent({ connections: 2, maxResponseSize: MAX_RESPONSE_BYTES });
    // The gateway has the same origin as its key set.
    const response = await undici.request(new URL(place, keysUrl), {
      dispatcher: this.dispatcher,
      method,
      headers: {
        authorization: `Bearer ${await this.keys.tokenFor(orgId)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        accept: 'application/json',
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { statusCode: response.statusCode, text: await response.body.text() };
  }
}
