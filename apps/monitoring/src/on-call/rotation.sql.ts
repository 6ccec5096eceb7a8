import type { MessageSettings, RotationTimes } from '@wardstone/alerting';

export interface RotationRow extends RotationTimes, MessageSettings {
  id: number;
  name: string;
}

/** Columns of the rotation `o`, a `RotationRow`. */
export const ROTATION = `o.id, o.name, o.time_zone AS "timeZone", o.turn, o.hand_over_time AS "handOverTime",
  o.first_day AS "firstDay", o.members, o.overrides, o.handover_message AS "handoverMessage", o.test_day AS "testDay",
  o.test_time AS "testTime"`;

/** Reads the rotations with the ids `$1`. */
export const ROTATIONS = `SELECT ${ROTATION} FROM rotation o WHERE o.id = ANY ($1::integer[]) ORDER BY o.id`;
