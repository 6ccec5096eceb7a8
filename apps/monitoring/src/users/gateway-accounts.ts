import { Inject, Injectable } from '@nestjs/common';
import { ServiceKeys } from '@wardstone/database';
import { isFields } from '@wardstone/dto';
import { ApiError, CommonError } from '@wardstone/errors';
import { MonitoringConfig } from '../monitoring.config';

/** An account of the product that may log in. */
export interface AccountInUse {
  username: string;
  subject: string;
  type: 'User' | 'ServiceAccount';
  /** Display name of a person. */
  name?: string;
  roles: readonly string[];
  /** ISO 8601, UTC. */
  createdAt: string;
}

const TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = '5';
/** Maximum number of accounts listed; the gateway returns 500 at a time. */
const MAX_PAGES = 100;

/** Queries the accounts of the gateway with the key of this service. */
@Injectable()
export class GatewayAccounts {
  constructor(
    private readonly keys: ServiceKeys,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /** The organisation of the accounts; undefined without a gateway. */
  get organisation(): string | undefined {
    const { GATEWAY_JWKS_URL: keysUrl, SERVED_ORGANISATIONS: served } = this.config;
    return keysUrl === undefined ? undefined : served[0];
  }

  /**
   * Roles of an active account; undefined for others, and without a gateway.
   * @throws service_unavailable
   */
  async findRoles(username: string, subject: string): Promise<readonly string[] | undefined> {
    const body = await this.get('standing', new URLSearchParams({ username, subject }));
    return isFields(body) && Array.isArray(body['roles']) ? body['roles'].map(String) : undefined;
  }

  /**
   * All active accounts except agents, oldest first; undefined without a gateway.
   * @throws service_unavailable
   */
  async list(): Promise<AccountInUse[] | undefined> {
    if (this.organisation === undefined) return undefined;
    const listed: AccountInUse[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const last = listed.at(-1);
      const body = await this.get('accounts-in-use', new URLSearchParams(last && { after: last.username }));
      if (!isFields(body) || !Array.isArray(body['accounts'])) return undefined;
      listed.push(...(body['accounts'] as AccountInUse[]));
      if (body['more'] !== true) return listed.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    }
    return undefined;
  }

  /** Undefined for a 404 response, or without a gateway. @throws service_unavailable */
  private async get(place: string, parameters: URLSearchParams): Promise<unknown> {
    const { GATEWAY_JWKS_URL: keysUrl } = this.config;
    if (keysUrl === undefined) return undefined;
    // The gateway serves it next to its keys.
    const url = new URL(place, keysUrl);
    url.search = parameters.toString();
    const token = await this.keys.tokenFor(this.organisation ?? '');
    try {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
      const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`it returned ${response.status}`);
      return await response.json();
    } catch (error) {
      throw new ApiError(
        CommonError.service_unavailable,
        `The gateway at ${url.host} cannot check the account right now.`,
        { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause: error },
      );
    }
  }
}
