import type { ExternalAlertRest } from '@wardstone/client/monitoring';

/** A line `Condition 1: Load > 90 % at 2026-11-23T04:07:09.997Z, value 95 %` of an alert. */
const MATCH = /^Condition \d+: (.*) at \d{4}-\d\d-\d\dT[\d:.]+Z, value (.*)$/;

/** Why an alert fired, for lists with a separate time column: `Load > 90 % (95 %)`. Pure. */
export function firingReason(description: string): string {
  return description.split('\n').map(withoutTime).join('; ');
}

function withoutTime(line: string): string {
  const match = MATCH.exec(line);
  return match ? describeMatch(match[1]!, match[2]!) : line;
}

/** Why an external alert fired: `Critical on shop-1: 31 °C`. Pure. */
export function describeReported({ severity, host, value }: ExternalAlertRest): string {
  const word = severity[0]! + severity.slice(1).toLowerCase();
  return `${word}${host === undefined ? '' : ` on ${host}`}${value === undefined ? '' : `: ${value}`}`;
}

/** A condition with the value that met it, unless the condition ends with the value, e.g. `availability goes DOWN`. Pure. */
export function describeMatch(condition: string, value: string): string {
  return withUnits(condition.endsWith(` ${value}`) ? condition : `${condition} (${value})`);
}

/** Keeps a number and its unit on one line. */
function withUnits(text: string): string {
  return text.replaceAll(/(?<=\d) (?=%|[A-Za-zµ°]+\b)/g, '\u00a0');
}
