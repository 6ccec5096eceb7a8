import { isStale, staleBefore } from './freshness.sql';
import { JUDGED_NOTHING } from './verdict.sql';
import { countFailures, countWaivers, score, waivedRules } from './waived.sql';

/** The end of a day in UTC. */
export const endOfDay = (day: string): string => `((${day} + 1)::timestamp AT TIME ZONE 'UTC')`;

/** Columns stored for a day. */
export const OF_A_DAY = `
         count(t.system_id)::integer AS reported,
         count(*) FILTER (WHERE t.supported AND t.score >= p.compliance_threshold)::integer AS compliant,
         count(*) FILTER (WHERE NOT t.supported)::integer AS unsupported,
         count(*) FILTER (WHERE t.supported AND ${JUDGED_NOTHING})::integer AS not_applicable,
         avg(t.score) FILTER (WHERE t.supported AND NOT ${JUDGED_NOTHING}) AS score`;

/**
 * Numbers by the newest results of all systems of one policy, from one index: removed systems have no results, and
 * results record whether their system is assigned.
 * @param reportId expression for the report's id
 * @param at expression for the time
 */
export const dayCounts = (reportId: string, at: string): string => `
  SELECT ${OF_A_DAY},
         count(*) FILTER (WHERE t.end_time < p.stale_before)::integer AS stale,
         count(*) FILTER (WHERE t.supported AND t.score >= p.compliance_threshold AND t.end_time < p.stale_before)::integer
           AS stale_compliant,
         count(t.score) FILTER (WHERE t.supported AND NOT ${JUDGED_NOTHING}) AS scored
    FROM (SELECT p.id, p.compliance_threshold, ${staleBefore(at)} AS stale_before
            FROM policy p WHERE p.id = ${reportId} OFFSET 0) p
    JOIN test_result t ON t.report_id = p.id AND t.is_newest AND t.is_assigned`;

const COMPLIES_BY_EXCEPTIONS = `t.score < p.compliance_threshold AND ${score('waived')} >= p.compliance_threshold`;
const FAILS_BY_REVIEWS = `t.score >= p.compliance_threshold AND ${score('waived')} < p.compliance_threshold`;
/** Number of systems that are compliant only by exceptions and reviews, minus those non-compliant because of them. */
const countGained = (condition = ''): string => `(
           count(*) FILTER (WHERE ${COMPLIES_BY_EXCEPTIONS}${condition})
           - count(*) FILTER (WHERE ${FAILS_BY_REVIEWS}${condition}))::integer`;

/**
 * Effect of exceptions, in addition to `dayCounts`: systems compliant only by them, and the sum of scores.
 * @param org placeholder of the organisation
 * @param at expression for the time, not a column, so that excepted rules are looked up once
 */
export const exceptedCounts = (org: string, reportId: string, at: string): string => `
  SELECT ${countGained()} AS compliant, ${countGained(` AND ${isStale(at)}`)} AS stale_compliant,
         coalesce(sum(${score('waived')} - t.score), 0) AS score
    FROM test_result t
    JOIN policy p ON p.id = t.report_id
    JOIN system s ON s.id = t.system_id
   CROSS JOIN LATERAL (${waivedRules(org, at)} OFFSET 0) waived
   WHERE t.report_id = ${reportId} AND t.is_newest AND t.is_assigned AND t.supported
     AND (t.failed_rule_count > 0 OR ${countFailures(org, at)})
     AND ${countWaivers(org, at)} AND waived.count + waived.overruled > 0`;
