import { Inject, Injectable } from '@nestjs/common';
import { digestSecret, isAgentAccount, type PublicKey } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { EnrolledAgent, EnrolmentBody } from '@wardstone/dto/gateway';
import { ApiError, GatewayError } from '@wardstone/errors';
import { AccountStore } from '../../accounts/account.service';
import { toJoinTerms } from '../../accounts/account-rules';
import { GatewayConfig } from '../../gateway.config';
import { AgentKeyService } from './agent-key.service';
import { TokenReviews } from './cluster/token-reviews';
import { isJoinToken, judge } from './domain/join-token';
import type { JoinTokenEntity } from './join-token.entity';
import { JoinTokenQueries } from './join-token.queries';

/** Enrols agents with a key, and a join token or a token of the cluster. See rule agents-10. */
@Injectable()
export class EnrolmentService {
  constructor(
    private readonly tokens: JoinTokenQueries,
    private readonly keys: AgentKeyService,
    private readonly accounts: AccountStore,
    private readonly reviews: TokenReviews,
    @Inject(GatewayConfig) private readonly config: Readonly<GatewayConfig>,
    private readonly clock: Clock,
  ) {}

  /**
   * The account of the agent, with the key as its only login. A repeated request changes nothing, because the response
   * may have been lost.
   * @param from address of the agent
   * @param noteOrg called with the organisation of the token, whether the agent is admitted or not
   * @throws invalid_request, enrolment_refused, agent_name_taken, too_many_attempts, service_unavailable
   */
  async enrol(
    { token, name, key: stated, proof }: EnrolmentBody,
    from: string,
    noteOrg: (orgId: string) => void,
  ): Promise<EnrolledAgent> {
    const tokenHash = digestSecret(token);
    const key = await this.keys.requireProven(name, { key: stated, proof }, { token_hash: tokenHash });
    if (this.reviews.areEnabled && !isJoinToken(token)) {
      noteOrg(this.config.CLUSTER_AGENT_ORG);
      await this.joinFromCluster(token, from, name, key);
      return { name, kid: key.kid };
    }
    await this.accounts.change(name, async (tx) => {
      const token = await this.tokens.lock(tx, tokenHash);
      if (!token) throw new ApiError(GatewayError.enrolment_refused);
      noteOrg(token.org_id);
      await this.join(tx, token, name, key);
    });
    return { name, kid: key.kid };
  }

  /**
   * The cluster vouches for its nodes. A rebuilt node has a new key, which replaces the old one. Agents that enrolled
   * otherwise keep their names.
   */
  private async joinFromCluster(token: string, from: string, name: string, key: PublicKey): Promise<void> {
    if (!(await this.reviews.isOfNode(name, token, from))) throw new ApiError(GatewayError.enrolment_refused);
    const { CLUSTER_AGENT_ORG: orgId, CLUSTER_AGENT_GROUP: group } = this.config;
    const joinTerms = toJoinTerms(group ?? null, false);
    await this.accounts.change(name, async (tx) => {
      const account = await this.accounts.lock(tx, name);
      if (!account) {
        const isFree = await this.accounts.insertAgent(tx, { username: name, orgId, joinTerms, isOfCluster: true });
        if (!isFree) throw new ApiError(GatewayError.agent_name_taken);
        await this.keys.add(tx, name, key);
        return;
      }
      if (!account.isOfCluster || !isAgentAccount(account) || account.orgId !== orgId) {
        throw new ApiError(GatewayError.agent_name_taken);
      }
      if (await this.keys.isActive(tx, key.kid, name)) return;
      await this.keys.addInPlaceOfAll(tx, account, key);
      await this.accounts.setJoinTerms(tx, name, joinTerms);
    });
  }

  private async join(tx: Transaction, token: JoinTokenEntity, name: string, key: PublicKey): Promise<void> {
    const now = new Date(this.clock.now());
    const account = await this.accounts.lock(tx, name);
    const use = await this.tokens.findUse(tx, token.id, name);
    const verdict = judge(token, {
      name,
      kid: key.kid,
      now,
      earlier: use ? { kid: use.kid, isGood: await this.keys.isActive(tx, use.kid, name) } : undefined,
      account: account && { subject: account.subject, isAgent: isAgentAccount(account) },
    });
    const joinTerms = toJoinTerms(token.group_name, token.auto_import);
    switch (verdict) {
      case 'repeat':
        return;
      case 'refused':
        throw new ApiError(GatewayError.enrolment_refused);
      case 'taken':
        throw new ApiError(GatewayError.agent_name_taken);
      case 'join':
        if (!(await this.accounts.insertAgent(tx, { username: name, orgId: token.org_id, joinTerms }))) {
          throw new ApiError(GatewayError.agent_name_taken);
        }
        await this.keys.add(tx, name, key, token.id);
        break;
      case 'rejoin':
        await this.keys.addInPlaceOfAll(tx, account!, key, token.id);
        await this.accounts.setJoinTerms(tx, name, joinTerms);
        break;
    }
    await this.tokens.use(tx, { join_token_id: token.id, agent_name: name, kid: key.kid, used_at: now });
  }
}
