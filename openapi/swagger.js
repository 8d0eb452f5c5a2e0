// A file of its own, since the security headers allow no inline script.
SwaggerUIBundle({
  urls: [
    { name: 'Payloads (the content of data)', url: '/api/openapi.yaml' },
    { name: 'Whole bodies (for generated clients)', url: '/api/openapi-wire.yaml' },
  ],
  dom_id: '#swagger',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  persistAuthorization: false,
});
