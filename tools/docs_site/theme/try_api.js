// "Try it" on the pages of the API: a form for each operation that sends a real request to this installation.
"use strict";
(() => {
  const MOST_SHOWN = 100_000;
  const CSRF_COOKIE = "edison_csrf";
  const READING = new Set(["get", "head"]);
  const SIGNATURE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/;

  const make = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // The description of the API and the session are loaded when somebody first opens a form.
  let loaded = null;
  const load = () =>
    (loaded ??= Promise.all(["/api/v1/openapi.json", "/api/v1/session"].map(readJson))
      .then(async ([contract, session]) => {
        const projects = session.user ? (await readJson("/api/v1/projects?limit=100")).items : [];
        return { contract, session, projects };
      })
      .catch((error) => {
        loaded = null;
        throw error;
      }));

  const readJson = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.json();
  };

  const resolve = (contract, schema) =>
    schema.$ref ? contract.components.schemas[schema.$ref.split("/").at(-1)] : schema;

  // An example of a body: what is required, and what has a default.
  const example = (contract, given, depth = 0) => {
    const schema = resolve(contract, given ?? {});
    if ("default" in schema && schema.default !== null) return schema.default;
    if ("const" in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return choices.some(({ type }) => type === "null") ? null : example(contract, choices[0], depth);
    if (schema.type === "object" || schema.properties) {
      const required = depth > 4 ? [] : (schema.required ?? []);
      return Object.fromEntries(required.map((name) => [name, example(contract, schema.properties[name], depth + 1)]));
    }
    if (schema.type === "array") return schema.minItems && depth < 4 ? [example(contract, schema.items, depth + 1)] : [];
    if (schema.type === "boolean") return false;
    if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 0;
    return "";
  };

  let count = 0;
  const labelled = (text, control, about) => {
    control.id = `try-${(count += 1)}`;
    const row = make("div", { className: "try-row" }, make("label", { htmlFor: control.id, textContent: text }), control);
    if (about) {
      const words = make("p", { id: `${control.id}-about`, textContent: about });
      control.setAttribute("aria-describedby", words.id);
      row.append(words);
    }
    return row;
  };

  const controlOf = (contract, parameter, projects) => {
    const schema = resolve(contract, parameter.schema ?? {});
    const choices = parameter.name === "project" ? projects.map(({ slug }) => slug) : schema.enum;
    if (!choices?.length) {
      return make("input", { type: "text", autocomplete: "off", spellcheck: false, required: Boolean(parameter.required) });
    }
    const control = make("select", { required: Boolean(parameter.required) });
    if (!parameter.required) control.append(make("option", { value: "", textContent: "(not sent)" }));
    control.append(...choices.map((value) => make("option", { value, textContent: value })));
    return control;
  };

  const formOf = (method, path, { contract, session, projects }) => {
    const operation = contract.paths[path][method];
    const streams = Object.values(operation.responses).some(({ content }) => content?.["text/event-stream"]);
    if (streams) return make("p", { textContent: "This is a stream that stays open. Follow it with curl or a client." });
    const parameters = (operation.parameters ?? []).filter((each) => each.in === "path" || each.in === "query");
    const fields = parameters.map((parameter) => ({ parameter, control: controlOf(contract, parameter, projects) }));
    const contents = Object.entries(operation.requestBody?.content ?? {});
    const isFile = contents.length > 0 && contents[0][0] !== "application/json";
    const body = contents.length === 0 ? null : isFile ? make("input", { type: "file" }) : make("textarea", { rows: 8, spellcheck: false });
    if (body && !isFile) body.value = JSON.stringify(example(contract, contents[0][1].schema), null, 2);
    const token = make("input", { type: "password", autocomplete: "off", spellcheck: false });
    const status = make("p", { className: "try-status" });
    status.setAttribute("role", "status");
    const answer = make("pre", { hidden: true, tabIndex: 0 });
    answer.setAttribute("aria-label", "Response");
    const who = session.user ? `Empty: sent as ${session.user.email}` : "You are not signed in. Paste an API token";
    const form = make(
      "form",
      { className: "try-form" },
      ...fields.map(({ parameter, control }) => labelled(parameter.name, control, parameter.description)),
      ...(body ? [labelled(isFile ? "File" : "Request body (JSON)", body)] : []),
      labelled("API token", token, who),
      ...(READING.has(method) ? [] : [make("p", { className: "try-warning", textContent: "This changes real data." })]),
      make("button", { type: "submit", textContent: `Send ${method.toUpperCase()} request` }),
      status,
      answer,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send({ method, path, fields, body, isFile, token: token.value.trim(), status, answer });
    });
    return form;
  };

  const addressOf = (path, fields) => {
    const query = new URLSearchParams();
    let address = path;
    for (const { parameter, control } of fields) {
      const value = control.value.trim();
      if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
      else if (value) for (const each of isList(parameter) ? value.split(",") : [value]) query.append(parameter.name, each.trim());
    }
    return query.size ? `${address}?${query}` : address;
  };

  const isList = ({ schema = {} }) => [schema, ...(schema.anyOf ?? [])].some(({ type }) => type === "array");

  const headersOf = (token) => {
    if (token) return { authorization: `Bearer ${token}` };
    const csrf = document.cookie.split("; ").find((each) => each.startsWith(`${CSRF_COOKIE}=`));
    return csrf ? { "x-csrf-token": csrf.slice(CSRF_COOKIE.length + 1) } : {};
  };

  const send = async ({ method, path, fields, body, isFile, token, status, answer }) => {
    const headers = headersOf(token);
    const request = { method: method.toUpperCase(), headers, credentials: token ? "omit" : "same-origin" };
    answer.hidden = true;
    if (body && isFile) {
      request.body = body.files[0] ?? "";
      headers["content-type"] = "application/octet-stream";
    } else if (body) {
      try {
        request.body = JSON.stringify(JSON.parse(body.value));
      } catch (error) {
        status.textContent = `The request body is not valid JSON: ${error.message}`;
        return;
      }
      headers["content-type"] = "application/json";
    }
    status.textContent = "Sending…";
    const began = performance.now();
    try {
      const response = await fetch(addressOf(path, fields), request);
      const text = await response.text();
      const took = Math.round(performance.now() - began);
      status.textContent = `${response.status} ${response.statusText} in ${took} ms`.replace("  ", " ");
      answer.textContent = shown(text);
      answer.hidden = !text;
    } catch (error) {
      status.textContent = `The request failed: ${error.message}. Check the connection and send it again.`;
    }
  };

  const shown = (text) => {
    let pretty = text;
    try {
      pretty = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // Not JSON: shown as it is.
    }
    return pretty.length > MOST_SHOWN ? `${pretty.slice(0, MOST_SHOWN)}\n… ${pretty.length} characters in all` : pretty;
  };

  for (const code of document.querySelectorAll("article h2 + p > code:only-child")) {
    const found = SIGNATURE.exec(code.textContent);
    if (!found) continue;
    const [, method, path] = found;
    const details = make("details", { className: "try" }, make("summary", { textContent: "Try it" }));
    details.addEventListener(
      "toggle",
      async () => {
        const place = make("p", { textContent: "Loading…" });
        details.append(place);
        try {
          place.replaceWith(formOf(method.toLowerCase(), path, await load()));
        } catch {
          place.textContent = "No Edison answers at this address. Open this page in your installation, under /docs.";
        }
      },
      { once: true },
    );
    code.parentElement.after(details);
  }
})();
