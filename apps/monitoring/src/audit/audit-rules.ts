import type { AuditRules } from '@wardstone/bootstrap';
import { BASE_PATH, PROMETHEUS_PATH } from '../api/request-gate';

/** Values, events and availability that are reported, and what agents ask for and answer to all day. */
const DAILY_LOAD = new RegExp(
  `^${BASE_PATH}/(compliance/facts$|metric/data/|event/|resource/\\d+/availability$|agent/[^/]+/(inventory|measurements|availability|events|work/))`,
);

/** They store nothing, and the console sends them while a person types, dashboards all day. */
const EVALUATION = new RegExp(
  `^(${BASE_PATH}/(alert/definitions/dry-run|group/definitions/preview)(\\.\\w+)?$|${PROMETHEUS_PATH}/)`,
);

export const auditRules: AuditRules = {
  isUnaudited: (method, path) => method !== 'DELETE' && (DAILY_LOAD.test(path) || EVALUATION.test(path)),
};
