import { defineErrors } from '../error-type';

/**
 * Error types that the reference registry explains and this product never throws, so that old logs and clients can be
 * explained. The other names of the reference are in the tables of the services that throw them. Source: rule
 * registry-3.
 */
export const LegacyError = defineErrors('common', {
  exceeds_license: {
    status: 402,
    description: 'The action goes beyond what the installed licence covers. This product needs no licence key.',
    causes: ['A response of another product was recorded.', 'A log line from an earlier installation is being read.'],
    resolution: ['Ask the operator of the product that returned it.'],
    deprecated: true,
  },
  fresh_login_required: {
    status: 401,
    description: 'The action requires a recent login, and the last one is older.',
    causes: ['The session is older than the action allows.'],
    resolution: ['Log in again and repeat the action.'],
    deprecated: true,
    related: ['session_required', 'expired_token'],
  },
  tag_immutable: {
    status: 409,
    description: 'A tag that is marked as immutable cannot be changed, moved or removed.',
    causes: ['The tag was protected after it was created.'],
    resolution: ['Use another tag, or have the protection lifted first.'],
    deprecated: true,
  },
  token_rotation_failed: {
    status: 500,
    description: 'A token could not be refreshed; the old one stays valid.',
    causes: ['The issuer of the token could not be reached.', 'The old token had been revoked already.'],
    resolution: ['Fetch a new token with POST /auth/token and try again.'],
    deprecated: true,
    related: ['invalid_token'],
  },
});
