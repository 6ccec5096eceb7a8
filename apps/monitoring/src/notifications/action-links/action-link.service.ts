import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AttemptLimiter, GUESS_LIMITS, tooManyAttempts } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { Addresses, consolePlaces } from '../../api/addresses';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { AccountStanding } from '../../users/account-standing';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { ActionLinkQueries, type OpenLink } from './action-link.queries';
import { getLinkDigest } from './action-links';

const PURGED_AT_ONCE = 5_000;

/** Content of a link's page. */
export interface ShownLink extends Pick<OpenLink, 'action' | 'name' | 'place' | 'isAcknowledged' | 'isOver'> {
  /** Address of the alert in the console. */
  page: string;
}

/** Acts on alerts by links in notifications, without a login. See rules alerts-43, alerts-44. */
@Injectable()
export class ActionLinkService implements OnModuleInit {
  /** Limits guesses of an address; all links count as one account. */
  private readonly limiter: AttemptLimiter;

  constructor(
    private readonly queries: ActionLinkQueries,
    private readonly standing: AccountStanding,
    private readonly authorization: AuthorizationService,
    private readonly notices: AlertNotices,
    private readonly addresses: Addresses,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.limiter = new AttemptLimiter(clock, GUESS_LIMITS);
  }

  onModuleInit(): void {
    this.tasks.every({ name: 'alert.links', schedule: '50 * * * *' }, (run) => this.purge(run));
  }

  /** Deletes expired links. */
  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(this.clock.now(), most));
  }

  /**
   * Changes nothing, because mail scanners open links.
   * @throws alert_link_invalid, too_many_attempts, service_unavailable
   */
  async show(token: string, address: string): Promise<ShownLink> {
    return this.shown((await this.require(token, address)).link);
  }

  /**
   * Acts once; further uses are refused.
   * @throws as `show`
   */
  async use(token: string, address: string, note: AuditNote): Promise<ShownLink> {
    const { link, digest } = await this.require(token, address);
    const nowMs = this.clock.now();
    const isUsed = await this.db.transaction(async (tx) => {
      if (!(await this.queries.use(tx, digest, nowMs))) return false;
      const what = link.action === 'RESOLVE' ? 'resolved' : 'acknowledged';
      const comment = `${what} by a link (${link.sender})`;
      const by = link.login ?? link.recipient;
      // Locked in the same order as decisions about alerts.
      if (link.action === 'RESOLVE') await this.notices.resolve(tx, [link.alertId], nowMs, { reason: 'RESOLVED', by });
      await this.notices.acknowledge(tx, [link.alertId], { by, comment, nowMs });
      await this.notices.acknowledged(tx, [link.alertId]);
      return true;
    });
    if (!isUsed) throw invalidLink();
    note({
      ...changeFacts({ kind: 'alert', id: link.alertId, name: link.name }),
      link: { action: link.action, recipient: link.recipient, sender: link.sender, login: link.login },
    });
    return this.shown(link);
  }

  private shown(link: OpenLink): ShownLink {
    return { ...link, page: this.addresses.inConsole(consolePlaces.alert(link.resourceId, link.alertId)) };
  }

  private async require(token: string, address: string): Promise<{ link: OpenLink; digest: string }> {
    const attempt = this.limiter.begin('', address);
    if ('retryAfterMs' in attempt) throw tooManyAttempts(attempt.retryAfterMs);
    try {
      const digest = getLinkDigest(token);
      const link = digest && (await this.queries.find(digest, this.clock.now()));
      if (!digest || !link || !(await this.mayUse(link))) {
        attempt.failed();
        throw invalidLink();
      }
      attempt.abandoned();
      return { link, digest };
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === MonitoringError.alert_link_invalid)) attempt.abandoned();
      throw error;
    }
  }

  /**
   * An address or channel was chosen by someone with the permission, and acts in its own name. A person needs the
   * permission at the time of use.
   */
  private async mayUse({ login, subject, resourceId }: OpenLink): Promise<boolean> {
    if (login === null || subject === null) return true;
    const viewer = await this.standing.find(login, subject);
    return viewer !== undefined && (await this.manages(viewer, resourceId));
  }

  private async manages(viewer: Viewer, resourceId: number): Promise<boolean> {
    try {
      await this.authorization.requireResource(viewer, resourceId, 'MANAGE_ALERTS');
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return false;
      throw error;
    }
  }
}

/** The same error for every cause, so that guessing reveals nothing. */
function invalidLink(): ApiError {
  return new ApiError(
    MonitoringError.alert_link_invalid,
    'This link was used, has expired, or does not exist. To acknowledge or resolve the alert, open it in the console.',
  );
}
