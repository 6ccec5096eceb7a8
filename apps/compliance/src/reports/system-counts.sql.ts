import type { Bind } from '@wardstone/filter-query';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { isStale } from '../test-results/freshness.sql';
import { JUDGED_NOTHING } from '../test-results/verdict.sql';
import { verdictWithExceptions } from '../waivers/waived.sql';

/**
 * What the newest results of a policy's systems come to, one row per policy with visible systems (rule compliance-27).
 *
 * @param which condition on assignments `ps`
 * @param at placeholder of the time
 */
export const systemCounts = (which: string, reach: SystemReach, bind: Bind, at: string): string => `
  SELECT ps.policy_id,
         count(*)::integer AS assigned,
         count(t.id)::integer AS reported,
         count(*) FILTER (WHERE t.supported AND t.score >= p.compliance_threshold)::integer AS compliant,
         count(*) FILTER (WHERE t.supported AND (t.score >= p.compliance_threshold
           OR ${verdictWithExceptions('$1', at)} = 'compliant'))::integer AS excepted,
         count(*) FILTER (WHERE NOT t.supported)::integer AS unsupported,
         count(*) FILTER (WHERE t.supported AND ${JUDGED_NOTHING})::integer AS not_applicable,
         count(*) FILTER (WHERE ${isStale(at)})::integer AS stale,
         avg(t.score) FILTER (WHERE t.supported AND NOT ${JUDGED_NOTHING}) AS score
    FROM policy_system ps
    JOIN policy p ON p.id = ps.policy_id
    JOIN system s ON s.id = ps.system_id
    LEFT JOIN test_result t ON t.report_id = ps.policy_id AND t.system_id = ps.system_id AND t.is_newest
   WHERE ${which} AND ${isVisible('$1', reach, bind)}
   GROUP BY ps.policy_id`;
