// A file of its own, since the security headers allow no inline script.
SwaggerUIBundle({
  urls: [
    { name: 'Payloads (the content of data)', url: '/api/openapi.yaml' },
    { name: 'Whole bodies (for generated clients)', url: '/api/openapi-wire.yaml' },
    { name: 'Desk', url: '/api/desk.yaml' },
    { name: 'Administration', url: '/api/admin.yaml' },
  ],
  dom_id: '#swagger',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  persistAuthorization: false,
  // Groups are closed, and schemas are shown with their operations: the document has a megabyte, and opening all of it takes long.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
});
