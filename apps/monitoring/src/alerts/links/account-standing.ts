import { Inject, Injectable } from '@nestjs/common';
import { isRoleName, OWN_ISSUER, permissionsOf } from '@wardstone/auth';
import { ServiceKeys } from '@wardstone/database';
import { ApiError, CommonError } from '@wardstone/errors';
import { isFields } from '@wardstone/dto';
import type { Viewer } from '../../authorization/viewer';
import { MonitoringConfig } from '../../monitoring.config';

const TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = '5';

/** What a person may do who is not there: the gateway knows the accounts of the product. */
@Injectable()
export class AccountStanding {
  constructor(
    private readonly keys: ServiceKeys,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  /**
   * Undefined for an account that was removed or disabled, and for another one of the same name. Of people whom another
   * issuer vouches for nothing is known until they come again: what they might do then counts.
   *
   * @param roles at the last request
   * @throws service_unavailable
   */
  async find(login: string, subject: string, roles: readonly string[]): Promise<Viewer | undefined> {
    if (!subject.startsWith(`${OWN_ISSUER}|`)) return viewerOf(roles);
    const { GATEWAY_JWKS_URL: keysUrl } = this.config;
    if (keysUrl === undefined) return undefined;
    // The gateway serves it next to its keys.
    const url = new URL('standing', keysUrl);
    url.search = new URLSearchParams({ username: login, subject }).toString();
    const response = await this.ask(url);
    if (response.status === 404) return undefined;
    if (!response.ok) throw unavailable(url, new Error(`it returned ${response.status}`));
    const body: unknown = await response.json();
    return isFields(body) && Array.isArray(body['roles']) ? viewerOf(body['roles'].map(String)) : undefined;
  }

  private async ask(url: URL): Promise<Response> {
    const [orgId = ''] = this.config.SERVED_ORGANISATIONS;
    const token = await this.keys.tokenFor(orgId);
    try {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
      return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw unavailable(url, error);
    }
  }
}

/** As far as roles say. */
function viewerOf(names: readonly string[]): Viewer {
  const roles = names.filter(isRoleName);
  return { roles, permissions: permissionsOf(roles) };
}

function unavailable(url: URL, cause: unknown): ApiError {
  return new ApiError(
    CommonError.service_unavailable,
    `The gateway at ${url.host} cannot check the account right now.`,
    {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
      cause,
    },
  );
}
