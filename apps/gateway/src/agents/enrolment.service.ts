import { Inject, Injectable } from '@nestjs/common';
import { isAgentAccount } from '@wardstone/auth';
import type { PublicKey } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { EnrolledAgent, EnrolmentBody } from '@wardstone/dto/gateway';
import { ApiError, GatewayError } from '@wardstone/errors';
import { AccountStore } from '../accounts/account.service';
import { AgentKeyService } from './agent-key.service';
import { digestOf, judge } from './domain/join-token';
import type { JoinTokenEntity } from './join-token.entity';
import { JoinTokenQueries } from './join-token.queries';

/** Makes agents known that come with a join token and a key. See rule agents-10. */
@Injectable()
export class EnrolmentService {
  constructor(
    @Inject(JoinTokenQueries) private readonly tokens: JoinTokenQueries,
    @Inject(AgentKeyService) private readonly keys: AgentKeyService,
    @Inject(AccountStore) private readonly accounts: AccountStore,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * The account of the agent, with the key as its only login. A repeat changes nothing: the answer may have been lost.
   *
   * @param tell told of the organisation of the token, whether it lets the agent in or not
   * @throws invalid_request, enrolment_refused, agent_name_taken
   */
  async enrol(
    { token, name, key: stated, proof }: EnrolmentBody,
    tell: (orgId: string) => void,
  ): Promise<EnrolledAgent> {
    const tokenHash = digestOf(token);
    const key = await this.keys.requireProven(name, { key: stated, proof }, { token_hash: tokenHash });
    await this.accounts.change(name, async (tx) => {
      const token = await this.tokens.lock(tx, tokenHash);
      if (!token) throw new ApiError(GatewayError.enrolment_refused);
      tell(token.org_id);
      await this.join(tx, token, name, key);
    });
    return { name, kid: key.kid };
  }

  private async join(tx: Transaction, token: JoinTokenEntity, name: string, key: PublicKey): Promise<void> {
    const now = new Date(this.clock.now());
    const account = await this.accounts.lock(tx, name);
    const use = await this.tokens.findUse(tx, token.id, name);
    const { agent_name: agentName, agent_subject: agentSubject, name_pattern: namePattern } = token;
    const verdict = judge(
      { agentName, agentSubject, namePattern, uses: token.uses, used: token.used, expiresAt: token.expires_at },
      {
        name,
        kid: key.kid,
        now,
        earlier: use && { kid: use.kid, isGood: await this.keys.isActive(tx, use.kid, name) },
        account: account && { subject: account.subject, isAgent: isAgentAccount(account) },
      },
    );
    switch (verdict) {
      case 'repeat':
        return;
      case 'refused':
        throw new ApiError(GatewayError.enrolment_refused);
      case 'taken':
        throw new ApiError(GatewayError.agent_name_taken);
      case 'join':
        if (!(await this.accounts.insertAgent(tx, name, token.org_id)))
          throw new ApiError(GatewayError.agent_name_taken);
        await this.keys.add(tx, name, key, token.id);
        break;
      case 'rejoin':
        await this.keys.addInPlaceOfAll(tx, name, key, token.id);
        break;
    }
    await this.tokens.use(tx, { join_token_id: token.id, agent_name: name, kid: key.kid, used_at: now });
  }
}
