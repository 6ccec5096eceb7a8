import 'reflect-metadata';
import { once } from 'node:events';
import { type DynamicModule, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LOGGER, Readiness, ServiceMetrics, createLogger } from '@wardstone/bootstrap';
import { Clock, SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { DatabaseModule } from '@wardstone/database';
import { JobsModule, JobTasks } from '@wardstone/jobs';
import { databaseOptions } from '../../data-source';
import { Addresses, type ConsolePlace } from '../../api/addresses';
import { ContactMethodQueries } from '../contacts/contact-method.queries';
import { PushKeys } from '../contacts/push-keys';
import { AlertDeliveryConfig } from '../delivery/alert-delivery.config';
import { ContactChannels } from '../delivery/contact-channels';
import { DeliveryQueries } from '../delivery/delivery.queries';
import { Delivery } from '../delivery/delivery.service';
import { EgressProxy } from '../delivery/egress-proxy';
import { GuardedPost } from '../delivery/guarded-post';
import { HttpSenders } from '../delivery/http-senders';
import { IncidentSummaryQueries } from '../delivery/incident-summary.queries';
import { LogSender } from '../delivery/log.sender';
import { Mailer } from '../delivery/mailer';
import { OperationSender } from '../delivery/operation.sender';
import { RecipientQueries } from '../delivery/recipient.queries';
import { RecipientSenders } from '../delivery/recipient-senders';
import { Recipients } from '../delivery/recipients';
import { SenderDirectory } from '../delivery/sender-directory';
import { SlackAppSender } from '../delivery/slack-app.sender';
import { SnmpSender } from '../delivery/snmp.sender';
import { TargetGuard } from '../delivery/target-guard';
import { TextGateways } from '../delivery/text-gateway';
import { EscalationQueries } from '../../alert-engine/escalation.queries';
import { ESCALATE, Escalations } from '../../alert-engine/escalations';
import { IncidentQueries } from '../../alert-engine/incident.queries';
import { LatestValues } from '../../alert-engine/latest-values';
import { NoticeDecisions } from '../../alert-engine/notice-decisions';
import { NoticeQueries } from '../../alert-engine/notice.queries';
import { MonitoringConfig } from '../../monitoring.config';
import { ActionLinkQueries } from '../action-links/action-link.queries';
import { ActionLinks } from '../action-links/action-links';
import { PresentHoldQueries } from '../../alert-state/present-hold.queries';
import { PresentHoldsService } from '../../alert-state/present-holds.service';

const ADDRESSES = {
  inConsole: ({ page }: ConsolePlace) => `https://mon.example.test${page}`,
  of: (path: string) => `https://mon.example.test/rest${path}`,
};
const CHANNELS = [ContactChannels, TextGateways, PushKeys, ContactMethodQueries, Mailer];
const SENDERS = [
  RecipientSenders,
  SnmpSender,
  HttpSenders,
  SlackAppSender,
  LogSender,
  TargetGuard,
  EgressProxy,
  GuardedPost,
];

/** Does the part of `AlertNotices` without evaluation. */
@Injectable()
class Steps implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly escalations: Escalations,
  ) {}

  onModuleInit(): void {
    this.tasks.handle(ESCALATE, ({ incidentId }) => this.escalations.escalate(incidentId));
  }
}

/** Modules of deliveries only, so that many processes can be started one after another. */
@Module({})
class DeliveringProcess {
  static forRoot(config: Readonly<AlertDeliveryConfig>): DynamicModule {
    const surroundings = [
      { provide: LOGGER, useValue: createLogger('victim', 'silent') },
      { provide: Clock, useValue: new SystemClock() },
      { provide: Readiness, useValue: { add: () => undefined } },
      { provide: ServiceMetrics, useValue: new ServiceMetrics('victim') },
    ];
    const connection = databaseOptions({ ...config, DATABASE_POOL_SIZE: 4 });
    return {
      module: DeliveringProcess,
      global: true,
      imports: [DatabaseModule.forRoot(connection), JobsModule.forRoot({ connection, concurrency: 2 })],
      providers: [
        ...surroundings,
        { provide: AlertDeliveryConfig, useValue: config },
        { provide: Addresses, useValue: ADDRESSES },
        { provide: OperationSender, useValue: { name: 'Resource Operations' } },
        // The alerts here are about availability, which has no values.
        { provide: LatestValues, useValue: { read: () => Promise.resolve([]) } },
        ...CHANNELS,
        ...SENDERS,
        SenderDirectory,
        DeliveryQueries,
        IncidentSummaryQueries,
        PresentHoldQueries,
        PresentHoldsService,
        RecipientQueries,
        Recipients,
        { provide: MonitoringConfig, useValue: config },
        NoticeDecisions,
        Escalations,
        EscalationQueries,
        NoticeQueries,
        IncidentQueries,
        ActionLinkQueries,
        ActionLinks,
        Delivery,
        Steps,
      ],
      exports: surroundings.map(({ provide }) => provide),
    };
  }
}

/** Loads everything, waits for the signal to start, confirms it, and works until it is killed. */
async function main(): Promise<void> {
  const config = loadConfig(AlertDeliveryConfig);
  await once(process.stdin, 'data');
  await NestFactory.createApplicationContext(DeliveringProcess.forRoot(config), { logger: ['error'] });
  process.stdout.write('working\n');
}

void main();
