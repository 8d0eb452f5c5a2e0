// A file of its own, since the security headers allow no inline script.

/** The part of a document that a value of it needs: the value at its path, and the components to which it refers. */
function partOf(document, path) {
  const part = { openapi: document.openapi, info: document.info, paths: {}, components: {} };
  const add = (place) => {
    const names = place.slice(0, -1);
    const last = place[place.length - 1];
    const from = names.reduce((value, name) => value?.[name], document)?.[last];
    const to = names.reduce((value, name) => (value[name] ??= {}), part);
    if (from === undefined || to[last] !== undefined) return;
    to[last] = from;
    addReferenced(from);
  };
  const addReferenced = (value) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === '$ref' && typeof inner === 'string' && inner.startsWith('#/components/')) add(inner.slice(2).split('/'));
      else addReferenced(inner);
    }
  };
  add(path);
  return part;
}

/** The document that is shown, as Swagger UI holds it and as plain data, with the paths whose references are being resolved. */
let shown = { json: undefined, document: undefined, underWay: new Set() };

/**
 * Resolves the references of what is shown in the part of the document that it needs. Swagger UI itself would read the whole document into another
 * form each time, which takes several seconds.
 */
const resolvedInParts = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree: (request, system) => (path) => {
          const json = system.specSelectors.specJson();
          if (shown.json !== json) shown = { json, document: json.toJS(), underWay: new Set() };
          const { document, underWay } = shown;
          const name = path.join(' ');
          if (underWay.has(name) || system.specSelectors.specResolvedSubtree(path) !== undefined) return;
          underWay.add(name);
          system.fn
            .resolveSubtree(partOf(document, path), path, { baseDoc: system.specSelectors.url() })
            .then(({ spec }) => system.specActions.updateResolvedSubtree(path, spec))
            // Whatever goes wrong here is shown as Swagger UI shows it.
            .catch(() => request(path))
            .finally(() => underWay.delete(name));
        },
      },
    },
  },
});

/** Reads documents as JSON, which takes the browser a tenth of the time that YAML takes, and shows them in a task of its own. */
const readAsJson = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson: (parse, system) => (text) => {
          if (!text?.startsWith('{')) return parse(text);
          const document = JSON.parse(text);
          setTimeout(() => system.specActions.updateJsonSpec(document));
        },
      },
    },
  },
});

SwaggerUIBundle({
  urls: [
    { name: 'Payloads (the content of data)', url: '/api/openapi.yaml' },
    { name: 'Whole bodies (for generated clients)', url: '/api/openapi-wire.yaml' },
    { name: 'Desk', url: '/api/desk.yaml' },
    { name: 'Administration', url: '/api/admin.yaml' },
  ],
  dom_id: '#swagger',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [resolvedInParts, readAsJson],
  // The documents that are linked as YAML are loaded in the form that is read faster.
  requestInterceptor: (request) => {
    const [, name] = (request.loadSpec && /^\/api\/([\w-]+)\.yaml$/.exec(request.url)) || [];
    return name === undefined ? request : { ...request, url: `/swagger/${name}.json` };
  },
  layout: 'StandaloneLayout',
  deepLinking: true,
  persistAuthorization: false,
  // Groups are closed, and schemas are shown with their operations: the document has a megabyte, and opening all of it takes long.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  // Those who hear the page would not know what this list is for.
  onComplete: () => document.getElementById('servers')?.setAttribute('aria-label', 'Server'),
});
