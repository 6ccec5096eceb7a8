import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Listener } from '@wardstone/database';
import { databaseOptions } from '../../data-source';
import { MonitoringConfig } from '../../monitoring.config';
import { CHANGES_CHANNEL, EVERY_RESOURCE } from './rule-state.queries';

type ChangeListener = (resourceIds: readonly number[] | 'all') => void;

/** Hears from every replica whose definitions have changed. */
@Injectable()
export class DefinitionSignals implements OnModuleDestroy {
  private readonly logger = new Logger(DefinitionSignals.name);
  private readonly listeners: ChangeListener[] = [];
  private readonly listener: Listener;

  constructor(@Inject(MonitoringConfig) config: Readonly<MonitoringConfig>) {
    this.listener = new Listener(databaseOptions(config), {
      channel: CHANGES_CHANNEL,
      purpose: 'alerts',
      onNotification: (payload) => this.tell(payload === EVERY_RESOURCE ? 'all' : payload.split(',').map(Number)),
      onGap: () => this.tell('all'),
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

  async onModuleDestroy(): Promise<void> {
    await this.listener.end();
  }

  private tell(resourceIds: readonly number[] | 'all'): void {
    for (const listener of this.listeners) listener(resourceIds);
  }
}
