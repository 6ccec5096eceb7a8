import { defineErrors } from '../error-type';

/** Errors of the compliance service. Texts of occurrences: compliance spec A9. */
export const ComplianceError = defineErrors('compliance', {
  invalid_query_string: {
    status: 400,
    description: 'The query string holds a percent escape that cannot be decoded.',
    causes: ['A percent sign was not escaped as %25.'],
    resolution: ['Build the query string with a URL library.'],
  },
  invalid_parameter: {
    status: 422,
    description: 'A parameter or a key of the body has a value that is not permitted, or is not known here.',
    causes: ['A value is out of its bounds or of the wrong type.', 'A parameter or key is not part of the operation.'],
    resolution: ['Read the message: it names the parameter. Compare it with the OpenAPI document.'],
  },
});
