import type { Unit } from '@wardstone/units';

export interface JudgedPart {
  readonly resourceName: string;
  readonly typeId: number;
  readonly typeName: string;
  readonly availability: string;
  readonly openAlerts: number;
  /** Newest values of its main metrics, most important first. */
  readonly metrics: readonly { readonly unit: Unit; readonly value: number | 'NaN' }[];
}

export interface TypeOfParts<T> {
  readonly typeId: number;
  readonly typeName: string;
  readonly count: number;
  readonly worst: readonly T[];
}

const NAMES = new Intl.Collator('en', { numeric: true });

/**
 * Parts by type, worst first: DOWN, then by number of open alerts, then by fullness, then by name. The type with the
 * worst part comes first. Pure.
 */
export function worstParts<T extends JudgedPart>(parts: readonly T[], most: number): TypeOfParts<T>[] {
  return [...Map.groupBy(parts.toSorted(worseFirst), ({ typeId }) => typeId).values()]
    .sort(([one], [other]) => compareHarm(one!, other!) || NAMES.compare(one!.typeName, other!.typeName))
    .map((all) => ({
      typeId: all[0]!.typeId,
      typeName: all[0]!.typeName,
      count: all.length,
      worst: all.slice(0, most),
    }));
}

function worseFirst(one: JudgedPart, other: JudgedPart): number {
  return (
    compareHarm(one, other) || fullness(other) - fullness(one) || NAMES.compare(one.resourceName, other.resourceName)
  );
}

/** Compares states that are certainly bad. */
function compareHarm(one: JudgedPart, other: JudgedPart): number {
  const isDown = ({ availability }: JudgedPart): number => Number(availability === 'DOWN');
  return isDown(other) - isDown(one) || other.openAlerts - one.openAlerts;
}

/** The first percentage, because other numbers cannot be compared. */
function fullness({ metrics }: JudgedPart): number {
  const share = metrics.find(({ unit, value }) => unit === 'PERCENTAGE' && value !== 'NaN')?.value;
  return typeof share === 'number' ? share : -1;
}
