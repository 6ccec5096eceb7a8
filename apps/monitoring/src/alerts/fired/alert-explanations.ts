import { Injectable } from '@nestjs/common';
import type { AlertExplanation } from '@wardstone/dto/monitoring';
import { describeCondition, describeValue } from '../domain/description';
import { summarise } from '../domain/explain';
import { AlertQueries, type AlertRow } from './alert.queries';

/** Writes down why an alert fired, from what was noted in the transaction that fired it. */
@Injectable()
export class AlertExplanations {
  constructor(private readonly queries: AlertQueries) {}

  async of({ id, alert_definition_id: definitionId, fired_ms: firedTime }: AlertRow): Promise<AlertExplanation> {
    const { rules, occurrences } = await this.queries.findCause(id);
    const matches = new Map((await this.queries.listMatches(id)).map((match) => [match.condition_id, match]));
    const { mode, dampening, conditions } = rules;
    return {
      alertId: id,
      definitionId,
      firedTime,
      summary: summarise(rules, matches.size, conditions.length, occurrences.length),
      conditionMode: mode,
      conditions: conditions.map((condition) => {
        const match = matches.get(condition.id);
        return {
          id: condition.id,
          category: condition.category,
          description: describeCondition(condition, match?.value),
          matched: match !== undefined,
          value: match?.value ?? null,
          valueText: match ? describeValue(condition, match.value) : null,
          dataTime: match?.data_ms ?? null,
        };
      }),
      dampening,
      occurrences: occurrences.map((time) => ({ time })),
      notifications: await this.notificationsOf(id),
    };
  }

  private async notificationsOf(alertId: number): Promise<AlertExplanation['notifications']> {
    const rows = await this.queries.listAttempts(alertId);
    const byId = new Map<number, typeof rows>();
    for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
    return [...byId.values()].map((attempts) => ({
      senderName: attempts[0]!.sender_name,
      settled: attempts[0]!.is_settled,
      attempts: attempts.flatMap(({ made_ms: time, state, message }) =>
        time === null ? [] : [{ time, state, message }],
      ),
    }));
  }
}
