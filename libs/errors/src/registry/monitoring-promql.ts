import type { ErrorDeclaration } from '../error-type';

/** Errors of the Prometheus interface; clients get them in Prometheus' format. */
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
      'The query selects more series or samples than the limits allow.',
    ],
    resolution: [
      'Match series with on, ignoring, group_left and group_right.',
      'Select fewer series, a shorter range or a longer step; the settings PROMETHEUS_SERIES and PROMETHEUS_SAMPLES are the limits.',
    ],
    related: ['promql_invalid', 'promql_interrupted'],
  },
  write_invalid: {
    status: 400,
    description: 'The body of a remote write cannot be read. Sending it again does not help.',
    causes: ['It is not compressed as blocks of Snappy.', 'It is not the message that Content-Type names.'],
    resolution: ['Let the sender use remote write 1.0 or 2.0 of Prometheus.'],
    related: ['samples_refused', 'unsupported_media_type'],
  },
  samples_refused: {
    status: 400,
    description: 'Some samples of the request were refused; all others are stored. Sending them again does not help.',
    causes: [
      'A label is invalid or too long; the message names it.',
      'A sample is more than 7 days old, or more than 24 hours in the future.',
      'The account has reached its limit of series; the message names the label with most values.',
      'The target belongs to another account.',
    ],
    resolution: [
      'Drop or shorten the label that the message names, by write_relabel_configs in Prometheus.',
      'Raise the setting RECEIVED_SERIES.',
    ],
    related: ['series_postponed', 'write_invalid'],
  },
  series_postponed: {
    status: 429,
    description:
      'The account has reached its limit of new series within a minute. The other series of the request are stored.',
    causes: ['A sender is new, or the value of a label changes all the time; the message names the label.'],
    resolution: [
      'Send again after the time that Retry-After names; what is stored stays as it is.',
      'Drop the label that the message names, or raise the setting RECEIVED_NEW_SERIES.',
    ],
    related: ['samples_refused'],
  },
  series_type_missing: {
    status: 503,
    description: 'The resource types of series are not registered, so new series cannot be stored.',
    causes: ['The plugin Received Series was deleted with an older version, or is being registered.'],
    resolution: [
      'Send again after the time that Retry-After names.',
      'Restart monitoring if it persists: it registers the plugins that come with it.',
    ],
    related: ['plugin_built_in'],
  },
  promql_interrupted: {
    status: 503,
    description: 'The evaluation of the PromQL query was stopped: it took too long, or the client left.',
    causes: ['The query takes longer than the parameter timeout or the setting PROMETHEUS_TIMEOUT_MS allows.'],
    resolution: ['Select fewer series, a shorter range or a longer step.'],
    related: ['promql_failed'],
  },
  otlp_invalid: {
    status: 400,
    description: 'The body is not an OTLP metrics request.',
    causes: [
      'The body is truncated, is not of the type that Content-Type says, or a field has a wrong form.',
      'Values of attributes are nested too deeply, or the body has too many elements.',
    ],
    resolution: ['Send an ExportMetricsServiceRequest in protobuf or JSON, as exporters of OpenTelemetry do.'],
    related: ['points_rejected'],
  },
} as const satisfies Record<string, ErrorDeclaration>;
