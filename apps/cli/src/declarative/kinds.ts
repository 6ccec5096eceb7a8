import type { Kind } from './kind';
import { ACCOUNT_KIND } from './kinds/accounts';
import { ALERT_DEFINITION_KIND } from './kinds/alert-definitions';
import { DEPENDENCIES_KIND } from './kinds/dependencies';
import { ESCALATION_KIND } from './kinds/escalations';
import { GROUP_DEFINITION_KIND, GROUP_KIND } from './kinds/groups';
import { HEARTBEAT_KIND } from './kinds/heartbeats';
import { INTEGRATION_KIND } from './kinds/integrations';
import { METRIC_DEFAULTS_KIND } from './kinds/metric-defaults';
import { POLICY_KIND } from './kinds/policies';
import { QUIET_HOURS_KIND } from './kinds/quiet-hours';
import { ROTATION_KIND } from './kinds/rotations';
import { SILENCE_KIND } from './kinds/silences';

/** All kinds, in the default order of creation. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  [
    ACCOUNT_KIND,
    METRIC_DEFAULTS_KIND,
    HEARTBEAT_KIND,
    INTEGRATION_KIND,
    DEPENDENCIES_KIND,
    GROUP_DEFINITION_KIND,
    GROUP_KIND,
    ROTATION_KIND,
    ESCALATION_KIND,
    ALERT_DEFINITION_KIND,
    POLICY_KIND,
    SILENCE_KIND,
    QUIET_HOURS_KIND,
  ].map((kind) => [kind.kind, kind]),
);
