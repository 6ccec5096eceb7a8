/** The time in a date and time field, in ms since the epoch; undefined while it is empty. Pure. */
export function toMoment(local: string): number | undefined {
  const moment = local === '' ? NaN : new Date(local).getTime();
  return Number.isFinite(moment) ? moment : undefined;
}
