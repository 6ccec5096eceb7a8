import { defineErrors } from '../error-type';

/** Errors of the monitoring service. Statuses: contract 7, media spec 1.11. */
export const MonitoringError = defineErrors('monitoring', {
  invalid_content: {
    status: 406,
    description: 'The body of the request cannot be read, or says something that the operation does not allow.',
    causes: ['The body is not well-formed JSON or XML.', 'A required field is missing, or a value breaks a rule.'],
    resolution: ['Read the message: it names what is wrong.', 'Compare the body with the OpenAPI document.'],
    related: ['unsupported_media_type'],
  },
  invalid_callback: {
    status: 406,
    description: 'The JSONP callback is not the name of a JavaScript function.',
    causes: [
      'The jsonp parameter holds other characters than letters, digits, "_", "$" and ".".',
      'The parameter was given more than once.',
    ],
    resolution: ['Use a plain function name such as show or app.show, or ask for JSON without the parameter.'],
    related: ['not_acceptable'],
  },
});
