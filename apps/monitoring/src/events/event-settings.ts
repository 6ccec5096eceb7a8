export const EVENT_SETTINGS = Symbol('EventSettings');

export interface EventSettings {
  /** Events in one request. */
  mostPerRequest: number;
  /** How long events are kept, by their time; 0 is for ever. */
  retentionDays: number;
}
