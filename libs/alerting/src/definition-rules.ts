import { CONDITION_MODES, type ConditionMode, DAMPENING_CATEGORIES, DAMPENING_UNITS } from '@wardstone/terms';
import { isLongerThan } from '@wardstone/units';
import type { Dampening } from './dampening';

/** The fields of a definition as a client sends them. */
export interface SentDefinition {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly priority?: string;
  readonly recoveryId?: number;
  readonly conditionMode?: string;
  readonly dampeningCategory?: string;
  readonly dampeningCount?: number;
  readonly dampeningPeriod?: number;
  readonly dampeningUnit?: string;
  readonly onceUntilRecovered?: boolean;
  readonly disabledByAlert?: boolean;
}

/** Fields that PUT replaces. */
export interface DefinitionSettings {
  readonly isEnabled: boolean;
  /** Whether firing once has disabled it. */
  readonly isDisabledByAlert: boolean;
  readonly priority: 'HIGH' | 'MEDIUM' | 'LOW';
  readonly recoveryId: number;
  readonly dampening: Dampening;
  readonly onceUntilRecovered: boolean;
}

export interface NewDefinition extends DefinitionSettings {
  readonly name: string;
  readonly mode: ConditionMode;
}

type Checked<T> = T | { problem: string };

const MAX_NAME_LENGTH = 100;
const MAX_INT = 2 ** 31 - 1;

/** See rule alerts-1, column "Create default". */
export function checkNewDefinition(sent: SentDefinition): Checked<NewDefinition> {
  const { name = '' } = sent;
  if (name.trim() === '') return { problem: 'Field name must be given' };
  if (isLongerThan(name, MAX_NAME_LENGTH))
    return { problem: `Field name must not be longer than ${MAX_NAME_LENGTH} characters` };
  const mode = constant('conditionMode', sent.conditionMode, CONDITION_MODES, 'ANY');
  if ('problem' in mode) return mode;
  const settings = checkSettings(sent);
  return 'problem' in settings ? settings : { ...settings, name, mode: mode.value };
}

/**
 * See rule alerts-1, column "Update".
 * @param stored values kept for fields that the client does not send, since clients of the contract do not know them
 */
export function checkSettings(
  sent: SentDefinition,
  stored: Pick<DefinitionSettings, 'onceUntilRecovered'> = { onceUntilRecovered: false },
): Checked<DefinitionSettings> {
  const priority = constant('priority', sent.priority, ['HIGH', 'MEDIUM', 'LOW'] as const, 'LOW');
  if ('problem' in priority) return priority;
  const dampening = checkDampening(sent);
  if ('problem' in dampening) return dampening;
  const { enabled = false, recoveryId = 0 } = sent;
  if (recoveryId < 0 || recoveryId > MAX_INT) return { problem: 'Field recoveryId must be the id of a definition' };
  if (recoveryId > 0 && dampening.category === 'ONCE') {
    return { problem: 'Field recoveryId must not be given with dampeningCategory ONCE' };
  }
  const isOnce = dampening.category === 'ONCE';
  if (isOnce && sent.onceUntilRecovered)
    return { problem: 'Field onceUntilRecovered must not be true with dampeningCategory ONCE' };
  return {
    isEnabled: enabled,
    isDisabledByAlert: !enabled && (sent.disabledByAlert ?? false),
    priority: priority.value,
    recoveryId,
    dampening,
    onceUntilRecovered: sent.onceUntilRecovered ?? (stored.onceUntilRecovered && !isOnce),
  };
}

function checkDampening(sent: SentDefinition): Checked<Dampening> {
  const category = constant(
    'dampeningCategory',
    sent.dampeningCategory?.toUpperCase() === 'NO_DUPLICATES' ? 'NONE' : sent.dampeningCategory,
    DAMPENING_CATEGORIES,
    'NONE',
  );
  if ('problem' in category) return category;
  const unit = constant('dampeningUnit', sent.dampeningUnit, DAMPENING_UNITS, null);
  if ('problem' in unit) return unit;
  for (const field of ['dampeningCount', 'dampeningPeriod'] as const) {
    const number = sent[field] ?? 0;
    if (number < 0 || number > MAX_INT) return { problem: `Field ${field} must be 0 or greater` };
  }
  return {
    category: category.value,
    count: sent.dampeningCount ?? 0,
    period: sent.dampeningPeriod ?? 0,
    unit: unit.value,
  };
}

function constant<C extends string, F extends C | null>(
  field: string,
  sent: string | undefined,
  constants: readonly C[],
  fallback: F,
): Checked<{ value: C | F }> {
  if (sent === undefined) return { value: fallback };
  const value = constants.find((known) => known === sent.toUpperCase());
  return value === undefined ? { problem: `Field ${field} must be one of ${constants.join(', ')}` } : { value };
}
