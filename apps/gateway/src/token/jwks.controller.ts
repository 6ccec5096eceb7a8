import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public, SigningKey } from '@wardstone/auth';

const JWKS_SCHEMA = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      description: 'Public keys (RFC 7517)',
      items: {
        type: 'object',
        required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
        properties: {
          kty: { type: 'string', description: 'Key type', example: 'OKP' },
          crv: { type: 'string', description: 'Curve', example: 'Ed25519' },
          x: { type: 'string', description: 'The public key, base64url' },
          kid: { type: 'string', description: 'Thumbprint of the key (RFC 7638)' },
          alg: { type: 'string', description: 'Algorithm', example: 'EdDSA' },
          use: { type: 'string', description: 'Description', example: 'sig' },
        },
      },
    },
  },
};

/** The keys with which services and others check what the gateway signs. See rule platform-2. */
@ApiTags('login')
@Controller('auth')
export class JwksController {
  constructor(private readonly signingKey: SigningKey) {}

  @Get('jwks.json')
  @Public()
  @Header('Cache-Control', 'public, max-age=30')
  @ApiOperation({ summary: 'Public keys of the gateway', operationId: 'jwks' })
  @ApiOkResponse({ description: 'The keys', content: { 'application/json': { schema: JWKS_SCHEMA } } })
  async publicKeys(): Promise<object> {
    await this.signingKey.refresh();
    return this.signingKey.publicJwks();
  }
}
