import { Inject, Injectable } from '@nestjs/common';
import { type CallerIdentity, isSuccessor, permits } from '@wardstone/auth';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { Agent, AgentInventory, AgentListQuery, AgentRegistration, ListedAgent } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type ListPage, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { MonitoringConfig } from '../monitoring.config';
import { Addresses } from '../api/addresses';
import type { Viewer } from '../authorization/viewer';
import { AgentListQueries } from './agent-list.queries';
import { AgentQueries, type AgentRow } from './agent.queries';
import { AgentDriftQueries } from './drift/agent-drift.queries';
import { identityProblem, noteRun } from './domain/agent-runs';

/** An agent with the caller of the request. */
interface CalledAgent extends AgentRow {
  /** Whether the caller is the owner instead of an administrator. */
  isByOwner: boolean;
}

const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/** Agents and their registration. See rules agents-1, agents-2. */
@Injectable()
export class AgentService {
  constructor(
    private readonly queries: AgentQueries,
    private readonly lists: AgentListQueries,
    private readonly drift: AgentDriftQueries,
    private readonly addresses: Addresses,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws invalid_content, agent_forbidden */
  async register(
    name: string,
    body: SentBody<AgentRegistration>,
    caller: CallerIdentity,
  ): Promise<HandlerResponse<Agent>> {
    if (!NAME.test(name)) {
      throw invalidContent('The name of an agent has 1 to 100 letters, digits, dots, underscores and hyphens');
    }
    // Ownership of the name is checked before the body.
    const before = await this.queries.find(name);
    if (!before) requireOwnName(name, caller);
    else if (isOwnName(name, caller) && before.owner !== name) await this.queries.giveTo(name, caller);
    else await this.require(name, caller);
    const { version = null, hostname = null, run, problems = [] } = body.read();
    const nowMs = this.clock.now();
    const added = await this.queries.insert(
      { name, owner: caller.username, ownerSubject: caller.subject, version, hostname },
      nowMs,
    );
    const known = added ?? (await this.require(name, caller));
    const group = caller.joinTerms?.group;
    if (group !== undefined) await this.queries.setJoinGroup(name, group);
    const greeted = await this.queries.greet(name, nowMs, { version, hostname }, (before) => {
      const runs = run === undefined ? before.runs : noteRun(before.runs, { id: run, hostname }, nowMs);
      const shared = identityProblem(runs);
      if (shared !== undefined && !before.problems.includes(shared)) this.logger.warn({ agent: name }, shared);
      return { runs, problems: [...problems, ...(shared === undefined ? [] : [shared])] };
    });
    const record = this.toRecord({ ...known, version: version ?? known.version, problems: greeted.problems }, nowMs);
    return new HandlerResponse(record, { status: added ? 201 : 200 });
  }

  /** See rule agents-11. */
  async list(query: AgentListQuery, viewer: Viewer): Promise<ListPage<ListedAgent>> {
    const { rows, total } = await this.lists.list(viewer, query);
    return { items: rows, total, window: query.window };
  }

  /** @throws agent_not_found, agent_forbidden */
  async read(name: string, caller: CallerIdentity): Promise<Agent> {
    const agent = await this.require(name, caller);
    return this.toRecord(agent, this.clock.now());
  }

  /**
   * The agent's resources as the server knows them. See rule agents-4.
   * @throws agent_not_found, agent_forbidden
   */
  async sync(name: string, caller: CallerIdentity): Promise<AgentInventory> {
    await this.require(name, caller);
    const [resources, schedules, driftDefinitions] = await Promise.all([
      this.queries.listResources(name),
      this.queries.listSchedules(name),
      this.drift.listDefinitions(name),
    ]);
    return { resources, schedules, driftDefinitions };
  }

  /**
   * The agent, requested by its owner; counts as a sign of life.
   * @throws agent_not_found, agent_forbidden
   */
  async require(name: string, caller: CallerIdentity): Promise<CalledAgent> {
    const agent = await this.permit(name, await this.queries.find(name), caller);
    if (!agent.isByOwner) return agent;
    const nowMs = this.clock.now();
    await this.queries.see(agent, nowMs);
    return { ...agent, last_seen_ms: nowMs, is_silent: false };
  }

  /**
   * Checks that the caller may act for the agent. An administrator may, without being a sign of life.
   * @param agent row found by the name
   * @throws agent_not_found, agent_forbidden
   */
  async permit<Found extends AgentRow>(
    name: string,
    agent: Found | undefined,
    caller: CallerIdentity,
  ): Promise<Found & { isByOwner: boolean }> {
    if (!agent) throw new ApiError(MonitoringError.agent_not_found, `Unknown agent: ${name}`);
    const isByOwner = owns(caller, agent);
    if (!isByOwner && !permits(caller.permissions, 'MANAGE_SETTINGS')) {
      throw new ApiError(MonitoringError.agent_forbidden, `The agent named ${name} was registered by another account`);
    }
    if (isByOwner && agent.owner_subject !== caller.subject) await this.queries.giveTo(name, caller);
    return { ...agent, isByOwner };
  }

  private toRecord({ name, version, last_seen_ms, is_silent, problems }: AgentRow, nowMs: number): Agent {
    const path = `/agent/${name}`;
    return {
      name,
      version,
      lastSeen: last_seen_ms,
      serverTime: nowMs,
      quietTimeout: this.config.AGENT_QUIET_TIMEOUT_MS,
      silent: is_silent,
      problems,
      links: ['inventory', 'sync', 'work'].map((rel) => this.addresses.link(rel, `${path}/${rel}`)),
    };
  }
}

/**
 * An account that is limited to its own records belongs to one machine, so it cannot claim the names of others in
 * advance.
 */
function requireOwnName(name: string, caller: CallerIdentity): void {
  const { ownOnly, username } = caller;
  if (!ownOnly || isOwnName(name, caller)) return;
  throw new ApiError(
    MonitoringError.agent_forbidden,
    `The login ${username} registers the agent ${username} alone: set AGENT_NAME, or invite ${name}`,
  );
}

/**
 * Whether the name is that of the caller's machine. An account with another name that registered first must hand it
 * over.
 */
function isOwnName(name: string, { ownOnly, username }: CallerIdentity): boolean {
  return ownOnly === true && name === username;
}

/**
 * Whether the agent is the caller's: the same subject, or an account created with the owner's name after the owner was
 * removed, so that an administrator can replace a machine's account.
 */
function owns({ subject }: CallerIdentity, { owner_subject: owner }: AgentRow): boolean {
  return owner === subject || isSuccessor(subject, owner);
}
