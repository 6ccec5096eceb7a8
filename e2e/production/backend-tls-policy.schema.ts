/** Of names, as Gateway API limits them. */
const NAME = { type: 'string', minLength: 1, maxLength: 253 };
const DNS_NAME = { ...NAME, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$' };
const GROUP = { ...DNS_NAME, minLength: 0, pattern: `^$|${DNS_NAME.pattern}` };
const KIND = { type: 'string', maxLength: 63, pattern: '^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$' };

const object = (required: string[], properties: object, more: object = {}): object => ({
  ...{ type: 'object', required, properties, additionalProperties: false },
  ...more,
});

/**
 * BackendTLSPolicy of gateway.networking.k8s.io/v1, as the standard channel of Gateway API 1.4 has it; stricter in one way:
 * unknown fields, which a server drops, are errors.
 */
export const BACKEND_TLS_POLICY = object(['apiVersion', 'kind', 'metadata', 'spec'], {
  apiVersion: { const: 'gateway.networking.k8s.io/v1' },
  kind: { const: 'BackendTLSPolicy' },
  metadata: { type: 'object' },
  spec: object(['targetRefs', 'validation'], {
    options: { type: 'object', maxProperties: 16, additionalProperties: { type: 'string', maxLength: 4096 } },
    targetRefs: {
      type: 'array',
      minItems: 1,
      maxItems: 16,
      items: object(['group', 'kind', 'name'], { group: GROUP, kind: KIND, name: NAME, sectionName: DNS_NAME }),
    },
    validation: object(
      ['hostname'],
      {
        hostname: DNS_NAME,
        caCertificateRefs: {
          type: 'array',
          minItems: 1,
          maxItems: 8,
          items: object(['group', 'kind', 'name'], { group: GROUP, kind: KIND, name: NAME }),
        },
        wellKnownCACertificates: NAME,
        subjectAltNames: {
          type: 'array',
          maxItems: 5,
          items: object(['type'], { type: { enum: ['Hostname', 'URI'] }, hostname: NAME, uri: NAME }),
        },
      },
      { oneOf: [{ required: ['caCertificateRefs'] }, { required: ['wellKnownCACertificates'] }] },
    ),
  }),
});
