import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { VERSION } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { ServerModeValue, Status } from '@wardstone/dto/monitoring';
import { AlertWatch } from '../notifications/delivery/alert-watch.service';
import { MonitoringConfig } from '../monitoring.config';
import { StatusQueries } from './status.queries';

@Injectable()
export class StatusService implements OnApplicationBootstrap {
  constructor(
    private readonly queries: StatusQueries,
    private readonly alerts: AlertWatch,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.queries.leaveInstalledMode();
  }

  async readServerMode(): Promise<ServerModeValue> {
    return { value: await this.queries.readServerMode() };
  }

  /** See rule http-19. */
  async readStatus(): Promise<Status> {
    const [facts, backlog] = await Promise.all([this.queries.readFacts(), this.alerts.measure()]);
    const values: Record<string, string> = {
      AlertCount: String(facts.alerts),
      AlertDefinitionCount: String(facts.alert_definitions),
      AlertEngineLagSeconds: String(Math.round(backlog.engineLagSeconds)),
      BuildNumber: this.config.BUILD_NUMBER,
      DATABASE_PRODUCT_NAME: 'PostgreSQL',
      DATABASE_PRODUCT_VERSION: facts.database_version,
      FullName: `Wardstone monitoring ${VERSION}`,
      Name: 'Wardstone',
      NotificationOutboxAgeSeconds: String(Math.round(backlog.outboxAgeSeconds)),
      PlatformCount: String(facts.platforms),
      SERVER_IDENTITY: facts.identity,
      SERVER_LOCAL_TIME: new Date(this.clock.now()).toISOString(),
      SERVER_TIMEZONE: 'UTC',
      SchedulesPerMinute: String(facts.schedules_per_minute),
      ServerCount: String(facts.servers),
      ServiceCount: String(facts.services),
      Version: VERSION,
    };
    return { values };
  }
}
