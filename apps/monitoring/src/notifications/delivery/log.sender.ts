import { Inject, Injectable } from '@nestjs/common';
import type { StoredConfig, TargetOutcome } from '@wardstone/alerting';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import type { Priority } from '@wardstone/dto/monitoring';
import { conditionsText, type Notice, getHost, type Sender } from './notice';

const LEVELS: Record<Priority, 'error' | 'warn' | 'info'> = { HIGH: 'error', MEDIUM: 'warn', LOW: 'info' };

/** Writes a line to the server's log. See rule alerts-29. */
@Injectable()
export class LogSender implements Sender {
  readonly name = 'Log4J Alerter';

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  send(notice: Notice, { log4JCategory = '' }: StoredConfig): Promise<readonly TargetOutcome[]> {
    const category = log4JCategory.trim();
    const { definition, resource, description, url } = notice;
    const fields = [
      'ALERT',
      definition.priority,
      definition.name,
      description,
      resource.name,
      getHost(notice),
      conditionsText(notice),
      url,
    ];
    // Always one line, whatever the names contain.
    const line = fields.map((field) => field.replace(/\s+/g, ' ')).join(',');
    this.logger[LEVELS[definition.priority]]({ category, alert: notice.alertId, test: notice.isTest }, line);
    return Promise.resolve([{ target: category, outcome: 'sent', text: category }]);
  }
}
