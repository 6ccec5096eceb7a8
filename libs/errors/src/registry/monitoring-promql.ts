import type { ErrorDeclaration } from '../error-type';

/** Errors of the Prometheus interface; clients read them in its own shape. */
export const PROMQL_ERRORS = {
  promql_invalid: {
    status: 400,
    description: 'The PromQL query or a parameter of the Prometheus interface is invalid.',
    causes: [
      'The query has a syntax error; the message names line and column.',
      'A time, step or label name has a wrong form, or the step is too small for the range.',
    ],
    resolution: ['Correct the query or the parameter that the message names.'],
    related: ['promql_failed'],
  },
  promql_failed: {
    status: 422,
    description: 'The evaluation of the PromQL query failed.',
    causes: [
      'Series of both sides of an operator do not match one to one.',
      'The query selects more series or samples than it may.',
    ],
    resolution: [
      'Match series with on, ignoring, group_left and group_right.',
      'Select fewer series, a shorter range or a longer step; the settings PROMETHEUS_SERIES and PROMETHEUS_SAMPLES are the limits.',
    ],
    related: ['promql_invalid', 'promql_interrupted'],
  },
  promql_interrupted: {
    status: 503,
    description: 'The evaluation of the PromQL query was stopped: it took too long, or the client left.',
    causes: ['The query takes longer than the parameter timeout or the setting PROMETHEUS_TIMEOUT_MS allows.'],
    resolution: ['Select fewer series, a shorter range or a longer step.'],
    related: ['promql_failed'],
  },
} as const satisfies Record<string, ErrorDeclaration>;
