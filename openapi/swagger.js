// Beside the page, since the security headers allow no inline script.
SwaggerUIBundle({ url: '/api/openapi.yaml', dom_id: '#swagger', deepLinking: true, persistAuthorization: false });
