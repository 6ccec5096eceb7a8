import type { Kind } from './kind';
import { ACCOUNT_KIND } from './kinds/accounts';
import { ALERT_DEFINITION_KIND } from './kinds/alert-definitions';
import { GROUP_DEFINITION_KIND, GROUP_KIND } from './kinds/groups';
import { METRIC_DEFAULTS_KIND } from './kinds/metric-defaults';
import { POLICY_KIND } from './kinds/policies';
import { SILENCE_KIND } from './kinds/silences';

/** All kinds, in the order in which they are made where no reference says more. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  [
    ACCOUNT_KIND,
    METRIC_DEFAULTS_KIND,
    GROUP_DEFINITION_KIND,
    GROUP_KIND,
    ALERT_DEFINITION_KIND,
    POLICY_KIND,
    SILENCE_KIND,
  ].map((kind) => [kind.kind, kind]),
);
