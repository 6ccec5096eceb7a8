/** Names of systemd units, except those that systemctl would interpret as options or patterns. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9:_.\\@-]{0,254}$/;
const SUFFIX = /\.(?:service|socket|timer|target|path|mount|automount|swap|slice|scope)$/;

/**
 * Full names of the listed units; a name without a suffix is a service.
 * @throws Error for an invalid unit name
 */
export function parseUnits(setting: readonly string[]): string[] {
  const wrong = setting.find((name) => !NAME.test(name));
  if (wrong !== undefined) throw new Error(`AGENT_UNITS: "${wrong}" is not the name of a systemd unit`);
  return [...new Set(setting.map((name) => (SUFFIX.test(name) ? name : `${name}.service`)))];
}

/** State of a unit as systemd reports it. */
export interface UnitState {
  loadState: string;
  activeState: string;
  subState: string;
  canReload: boolean;
}

/** Requested properties. */
export const UNIT_PROPERTIES = 'LoadState,ActiveState,SubState,CanReload';

/** Parses the output of `systemctl show`: a block for each unit, in the order of the arguments. */
export function parseUnitStates(text: string): UnitState[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const of = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(block)?.[1] ?? '';
      return {
        loadState: of('LoadState'),
        activeState: of('ActiveState'),
        subState: of('SubState'),
        canReload: of('CanReload') === 'yes',
      };
    })
    .filter(({ loadState }) => loadState !== '');
}
