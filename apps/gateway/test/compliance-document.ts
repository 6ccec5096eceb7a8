/** The OpenAPI document of a service with one operation. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Compliance', version: '1' },
  servers: [{ url: '/' }],
  paths: { '/api/compliance/v2/policies': { get: { security: [{ basic: [] }, { bearer: [] }], responses: {} } } },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' } },
  },
};
