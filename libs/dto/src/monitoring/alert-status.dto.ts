import { END_REASONS, type EndReason } from '@wardstone/terms';
import { Dto, Field } from '../fields';

/** States that filter alerts and problems; `RECOVERED` includes all that are over. */
export const ALERT_FILTER_STATES = ['FIRING', 'ACKNOWLEDGED', 'SUPPRESSED', 'SILENCED', 'RECOVERED'] as const;
export type AlertFilterState = (typeof ALERT_FILTER_STATES)[number];

/**
 * Present state of an alert. `FIRING`, `ACKNOWLEDGED`, `SUPPRESSED` and `SILENCED` are open. Alerts that are over are
 * `RECOVERED`, `RESOLVED` by a person, or `CLOSED` for any other reason.
 */
export const ALERT_STATES = [...ALERT_FILTER_STATES, 'RESOLVED', 'CLOSED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

@Dto('status', 'State of an alert')
export class AlertStatus {
  @Field.Enum('Present state', { values: ALERT_STATES })
  state!: AlertState;
  @Field.String('Login of the person who acknowledged it', { nullable: true })
  acknowledgedBy!: string | null;
  @Field.Int('Id of the silence in force that covers it, of several the one that ends last', { nullable: true })
  silenceId!: number | null;
  @Field.Time('When that silence ends', { nullable: true })
  silencedUntil!: number | null;
  @Field.Int('Id of the resource that it depends on and that is DOWN', { nullable: true })
  causeId!: number | null;
  @Field.String('Name of that resource; null for callers who do not see it', { nullable: true })
  causeName!: string | null;
  @Field.Time('When it recovered, was resolved or closed', { nullable: true })
  endTime!: number | null;
  @Field.Enum('Why it is over; null while it is not, and if unknown', { values: END_REASONS, nullable: true })
  endReason!: EndReason | null;
  @Field.String('Who resolved it: a login, or the address or channel whose link was used', { nullable: true })
  endedBy!: string | null;
  @Field.Boolean('Whether its recovery is measured; if not, it is closed by age or by hand')
  seesRecovery!: boolean;
}
