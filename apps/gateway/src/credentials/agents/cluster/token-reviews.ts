import fs from 'node:fs/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { addressGroup, AttemptLimiter, type AttemptLimits, FairTurns, tooManyAttempts } from '@wardstone/auth';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ApiError, CommonError } from '@wardstone/errors';
import type { Agent } from 'undici';
import { GatewayConfig } from '../../../gateway.config';
import { type AcceptedTokens, hasAcceptedClaims, reviewedNode } from '../domain/reviewed-node';

const PATH = '/apis/authentication.k8s.io/v1/tokenreviews';
const TIMEOUT_MS = 5_000;
/** Protects the API server when many nodes enrol at once. */
const MAX_CONNECTIONS = 4;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = '5';
/** Limits forged tokens per address and window, because each costs the API server a check. */
const REFUSED_LIMITS: AttemptLimits = {
  perAccountAndAddress: 5,
  perAddress: 20,
  perAccount: 50,
  windowMs: 15 * 60_000,
  firstPauseMs: 5_000,
  capacity: 20_000,
};
const MAX_WAITING = 256;

/** Lets the API server of the cluster check the service-account tokens of agents (TokenReview). See rule agents-10. */
@Injectable()
export class TokenReviews implements OnModuleDestroy {
  private readonly accepted: AcceptedTokens | undefined;
  private connected: { ca: string; agent: Agent } | undefined;
  private readonly attempts: AttemptLimiter;
  /** Turns by address, so that many tokens from one address do not delay the nodes. */
  private readonly turns = new FairTurns(MAX_CONNECTIONS, MAX_WAITING, () => cannotCheck());

  constructor(
    @Inject(GatewayConfig) private readonly config: Readonly<GatewayConfig>,
    @Inject(LOGGER) private readonly logger: Logger,
    clock: Clock,
  ) {
    this.attempts = new AttemptLimiter(clock, REFUSED_LIMITS);
    const { CLUSTER_AGENT_ACCOUNT: account, CLUSTER_AGENT_AUDIENCE: audience } = config;
    if (account === undefined) return;
    if (!/^[^/:]+\/[^/:]+$/.test(account)) throw new Error('CLUSTER_AGENT_ACCOUNT must be NAMESPACE/NAME');
    this.accepted = { account, audience };
  }

  async onModuleDestroy(): Promise<void> {
    await this.connected?.agent.close();
  }

  get areEnabled(): boolean {
    return this.accepted !== undefined;
  }

  /**
   * Whether the token belongs to the node with that name.
   * @throws too_many_attempts, service_unavailable
   */
  async isOfNode(node: string, token: string, remoteAddress: string): Promise<boolean> {
    const { accepted } = this;
    if (!accepted || !hasAcceptedClaims(token, accepted)) return false;
    const attempt = this.attempts.begin(node, remoteAddress);
    if ('retryAfterMs' in attempt) throw tooManyAttempts(attempt.retryAfterMs);
    try {
      const reviewed = await this.turns.take(addressGroup(remoteAddress), () => this.review(token, accepted.audience));
      const isGood = reviewedNode(reviewed, accepted) === node;
      if (isGood) attempt.succeeded();
      else attempt.failed();
      return isGood;
    } catch (error) {
      attempt.abandoned();
      this.logger.error({ err: error }, 'TokenReview request failed');
      throw cannotCheck(error);
    }
  }

  private async review(token: string, audience: string): Promise<unknown> {
    const { CLUSTER_API_URL: url, CLUSTER_CA_FILE: caFile, CLUSTER_TOKEN_FILE: ownTokenFile } = this.config;
    // Read each time, because the kubelet renews both files.
    const [ca, ownToken] = await Promise.all([caFile, ownTokenFile].map((file) => fs.readFile(file, 'utf8')));
    // Loaded on first use, because outside of clusters it would waste memory.
    const undici = await import('undici');
    const response = await undici.request(new URL(PATH, url), {
      method: 'POST',
      dispatcher: this.agentFor(ca!, undici.Agent),
      headers: {
        authorization: `Bearer ${ownToken!.trim()}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenReview',
        spec: { token, audiences: [audience] },
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.statusCode < 300) return response.body.json();
    await response.body.dump();
    throw new Error(`the API server returned ${response.statusCode}`);
  }

  private agentFor(ca: string, AgentClass: typeof Agent): Agent {
    if (this.connected?.ca !== ca) {
      void this.connected?.agent.close();
      const limits = { connections: MAX_CONNECTIONS, maxResponseSize: MAX_RESPONSE_BYTES };
      this.connected = { ca, agent: new AgentClass({ ...limits, connect: { ca } }) };
    }
    return this.connected.agent;
  }
}

function cannotCheck(cause?: unknown): ApiError {
  return new ApiError(CommonError.service_unavailable, 'The cluster cannot check the token right now.', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    cause,
  });
}
