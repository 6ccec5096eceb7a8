import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Listener } from '@wardstone/database';
import { databaseOptions } from '../../data-source';
import { MonitoringConfig } from '../../monitoring.config';

/** Channel on which replicas receive whose definitions have changed: ids of resources, separated by commas. */
export const CHANGES_CHANNEL = 'alert_definitions_changed';
/** In place of more ids than a notification holds. */
export const EVERY_RESOURCE = '*';

type ChangeListener = (resourceIds: readonly number[] | 'all') => void;

/** Whose definitions have changed: in this process at once, in other replicas by a notification. */
@Injectable()
export class DefinitionSignals implements OnModuleDestroy {
  private readonly logger = new Logger(DefinitionSignals.name);
  private readonly listeners: ChangeListener[] = [];
  private readonly listener: Listener;

  constructor(@Inject(MonitoringConfig) config: Readonly<MonitoringConfig>) {
    this.listener = new Listener(databaseOptions(config), {
      channel: CHANGES_CHANNEL,
      purpose: 'alerts',
      onNotification: (payload) => this.changed(payload === EVERY_RESOURCE ? 'all' : payload.split(',').map(Number)),
      onGap: () => this.changed('all'),
      onFailure: (error) => this.logger.warn({ err: error }, 'LISTEN for changed alert definitions failed'),
    });
  }

  onChange(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Whether LISTEN is established. */
  listen(): Promise<boolean> {
    return this.listener.listen();
  }

  changed(resourceIds: readonly number[] | 'all'): void {
    for (const listener of this.listeners) listener(resourceIds);
  }

  async onModuleDestroy(): Promise<void> {
    await this.listener.end();
  }
}
