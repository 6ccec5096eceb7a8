import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { PluginsQueries } from './plugins.queries';

/**
 * Schedules pushes of plugins to agents, which are notified when they poll for work after the last push. See rule
 * plugins-2, `/plugins/deploy`.
 */
@Injectable()
export class PluginPush {
  constructor(
    private readonly queries: PluginsQueries,
    private readonly clock: Clock,
  ) {}

  /** Returns the handle of the push. @throws plugin_push_scheduled */
  async schedule(delayMs: number, requestedBy: string): Promise<string> {
    const handle = await this.scheduleUnlessWaiting(delayMs, requestedBy);
    if (handle !== undefined) return handle;
    throw new ApiError(MonitoringError.plugin_push_scheduled, 'A plugin push to agents is already scheduled');
  }

  /** A scheduled push already includes the plugins of later calls. */
  async scheduleUnlessWaiting(delayMs: number, requestedBy: string): Promise<string | undefined> {
    const now = this.clock.now();
    return this.queries.schedulePush(now + delayMs, requestedBy, now);
  }

  async isFinished(handle: string): Promise<boolean> {
    return !(await this.queries.isPushWaiting(handle, this.clock.now()));
  }
}
