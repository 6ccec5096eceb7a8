import { Inject, Injectable } from '@nestjs/common';
import {
  type AccountKey,
  AccountKeys,
  type Assertion,
  toCaller,
  GRANT_TYPES,
  isAgentAccount,
  keyCredential,
  type LoggedIn,
  OAuthError,
  OWN_ISSUER,
  PROOF_TYPES,
  type PublicKey,
  readPublicKey,
  ROTATION_TYPES,
  type StoredAccount,
  verifyAssertion,
} from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { AgentKeyRecord, PublicKeyBody } from '@wardstone/dto/gateway';
import { ApiError, CommonError } from '@wardstone/errors';
import { AccountStore } from '../../accounts/account.service';
import { IdentityChanges } from '../../cache-invalidation/identity-changes';
import { RememberedRows } from '../../cache-invalidation/remembered-rows';
import { GatewayConfig } from '../../gateway.config';
import type { AgentKeyEntity } from './agent-key.entity';
import { AGENT_KEY_TABLE, AgentKeyQueries } from './agent-key.queries';

/** A key to register. */
interface StatedKey {
  key: PublicKeyBody;
  proof: string;
}

/** Keys with which agents log in. See rule agents-10. */
@Injectable()
export class AgentKeyService extends AccountKeys {
  private readonly remembered: RememberedRows<AccountKey>;
  private readonly audiences: readonly string[];

  constructor(
    private readonly queries: AgentKeyQueries,
    private readonly accounts: AccountStore,
    changes: IdentityChanges,
    @Inject(GatewayConfig) config: Readonly<GatewayConfig>,
    private readonly clock: Clock,
  ) {
    super();
    this.remembered = new RememberedRows(changes, AGENT_KEY_TABLE, (kids) => queries.readActive(kids));
    this.audiences = [OWN_ISSUER, `${config.PUBLIC_BASE_URL.replace(/\/+$/, '')}/auth/token`];
  }

  /**
   * The key, if it is valid; may be cached for a moment.
   * @throws service_unavailable
   */
  find(kid: string): Promise<AccountKey | undefined> {
    return this.remembered.find(kid);
  }

  /**
   * Logs in with an assertion that a key has signed; each works once.
   * @throws OAuthError invalid_grant
   */
  async login(text: string): Promise<LoggedIn> {
    const { key, jti, endsAtMs } = await this.verify(text, GRANT_TYPES);
    const account = await this.accounts.lookUpNow(key.username);
    const now = new Date(this.clock.now());
    if (!account || !(await this.queries.recordUse(key.kid, jti, new Date(endsAtMs), now))) {
      throw OAuthError.of('invalid_grant', 'The assertion is refused. It was used before, or its key was revoked.');
    }
    return { caller: toCaller(account), credential: keyCredential(key.kid, account.credential) };
  }

  /**
   * Newest first.
   * @throws not_found
   */
  async list(name: string, orgId: string): Promise<AgentKeyRecord[]> {
    await this.requireAgent(name, orgId);
    return (await this.queries.listByAccount(name)).map(toRecord);
  }

  /**
   * Revokes one key of an agent, or all of them. Returns the revoked ones.
   * @throws not_found
   */
  async revoke(name: string, orgId: string, kid?: string): Promise<string[]> {
    await this.requireAgent(name, orgId);
    const ended = await this.accounts.change(name, async (tx) => {
      const account = await this.accounts.lock(tx, name);
      const kids = await this.queries.revoke(tx, name, new Date(this.clock.now()), kid);
      if (account && kid === undefined) await this.accounts.endLogins(tx, account);
      return kids;
    });
    if (kid !== undefined && ended.length === 0) throw notFound(`The agent ${name} has no such key.`);
    return ended;
  }

  /**
   * Replaces the key that signed the assertion with a new one.
   * @throws invalid_request, OAuthError
   */
  async replace(name: string, assertion: string, stated: StatedKey): Promise<PublicKey> {
    const next = await this.requireProven(name, stated);
    const { key, claims } = await this.verify(assertion, ROTATION_TYPES);
    if (key.username !== name || claims['next_kid'] !== next.kid) {
      throw OAuthError.of('invalid_grant', 'The assertion is for another agent, or another key.');
    }
    await this.accounts.change(name, async (tx) => {
      await this.accounts.lock(tx, name);
      if (!(await this.queries.isActive(tx, key.kid, name))) {
        throw OAuthError.of('invalid_grant', 'The key was revoked meanwhile.');
      }
      await this.queries.revoke(tx, name, new Date(this.clock.now()), key.kid);
      await this.add(tx, name, next);
    });
    return next;
  }

  /**
   * Makes the key the only login of the account.
   * @throws invalid_request
   */
  async addInPlaceOfAll(tx: Transaction, account: StoredAccount, key: PublicKey, joinTokenId?: string): Promise<void> {
    await this.accounts.endLogins(tx, account);
    await this.add(tx, account.username, key, joinTokenId);
  }

  /** @throws invalid_request when the key was registered before */
  async add(tx: Transaction, username: string, { kid, x }: PublicKey, joinTokenId?: string): Promise<void> {
    const created_at = new Date(this.clock.now());
    const isNew = await this.queries.insert(tx, { kid, x, username, join_token_id: joinTokenId ?? null, created_at });
    if (!isNew) throw new ApiError(CommonError.invalid_request, 'The key was registered before; create another one.');
  }

  /** Whether the key belongs to the account and is active. */
  isActive(tx: Transaction, kid: string, username: string): Promise<boolean> {
    return this.queries.isActive(tx, kid, username);
  }

  /**
   * The key, whose owner has signed that it is for this agent.
   * @throws invalid_request
   */
  async requireProven(
    username: string,
    { key: stated, proof }: StatedKey,
    wanted: Readonly<Record<string, string>> = {},
  ): Promise<PublicKey> {
    const key = await readPublicKey(stated);
    if (!key) throw new ApiError(CommonError.invalid_request, 'The key is not an Ed25519 public key.');
    const { claims } = await verifyAssertion(proof, {
      clock: this.clock,
      audiences: this.audiences,
      types: PROOF_TYPES,
      findKey: (kid) => Promise.resolve(kid === key.kid ? { ...key, username } : undefined),
    }).catch((error: unknown) => {
      if (!(error instanceof OAuthError)) throw error;
      throw new ApiError(CommonError.invalid_request, `The proof is invalid. ${error.detail}`);
    });
    const wrong = Object.keys(wanted).find((name) => claims[name] !== wanted[name]);
    if (wrong === undefined) return key;
    throw new ApiError(CommonError.invalid_request, `The proof is invalid. Its claim "${wrong}" has the wrong value.`);
  }

  private verify(text: string, types: readonly (string | undefined)[]): Promise<Assertion> {
    // The key may be newer than the cache.
    const findKey = (kid: string) => this.remembered.readNow(kid);
    return verifyAssertion(text, { clock: this.clock, audiences: this.audiences, types, findKey });
  }

  private async requireAgent(name: string, orgId: string): Promise<void> {
    const account = await this.accounts.lookUpNow(name);
    if (account?.orgId !== orgId || !isAgentAccount(account)) throw notFound(`There is no agent ${name}.`);
  }
}

function notFound(detail: string): ApiError {
  return new ApiError(CommonError.not_found, detail);
}

function toRecord(row: AgentKeyEntity): AgentKeyRecord {
  return {
    kid: row.kid,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    joinToken: row.join_token_id,
  };
}
