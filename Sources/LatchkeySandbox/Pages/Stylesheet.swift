import Hummingbird

/// The stylesheet of all pages, served from a path so that no page needs inline styles.
enum Stylesheet {
    static let path: RouterPath = "sandbox/style.css"

    static func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get(path) { _, _ in
            Response.text(text, type: "text/css; charset=utf-8", headers: [.cacheControl: "max-age=3600"])
        }
    }

    static let text = """
        :root {
          color-scheme: light dark;
          --page: #eef0f4; --card: #ffffff; --text: #1b1f27; --soft: #566072; --line: #cfd5df;
          --accent: #2a5bd7; --on-accent: #ffffff; --chosen: #e8effd; --warn: #fff3cd; --on-warn: #4d3b00; --bad: #a3182b;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #12151b; --card: #1c212a; --text: #e9ecf2; --soft: #a3adbd; --line: #3a4352;
            --accent: #8fb0ff; --on-accent: #10182b; --chosen: #263150; --warn: #40350f; --on-warn: #ffe9a6; --bad: #ff9aa8;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
          background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
        }
        .banner {
          width: 100%; margin: 0; padding: 0.5rem 1rem; text-align: center; font-size: 0.875rem;
          background: var(--warn); color: var(--on-warn);
        }
        main {
          width: min(28rem, 100% - 2rem); margin: clamp(1rem, 8vh, 5rem) auto; padding: 1.75rem;
          background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
          box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 0.08);
        }
        h1 { margin: 0 0 0.5rem; font-size: 1.4rem; line-height: 1.25; }
        h2 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
        .lead { margin: 0 0 1rem; color: var(--soft); }
        .lead strong { color: var(--text); }
        fieldset { margin: 0 0 1rem; padding: 0; border: 0; }
        legend { padding: 0; margin-bottom: 0.5rem; font-weight: 600; }
        .people { max-height: max(20rem, 60vh); overflow-y: auto; }
        .person {
          display: flex; align-items: center; gap: 0.75rem; margin: 2px 2px 0.4rem; padding: 0.5rem 0.75rem;
          border: 1px solid var(--line); border-radius: 0.6rem; cursor: pointer;
        }
        .person:has(input:checked) { background: var(--chosen); border-color: var(--accent); }
        .person img { border-radius: 50%; }
        .names { display: flex; flex-direction: column; min-width: 0; line-height: 1.3; }
        .name { overflow-wrap: anywhere; font-weight: 600; }
        .handle { color: var(--soft); font-size: 0.875rem; }
        .scopes label, details label:not(.field) { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 0.25rem; }
        ul { margin: 0 0 1rem; padding-left: 1.25rem; }
        code { font-family: ui-monospace, "SFMono-Regular", Menlo, monospace; font-size: 0.9em; }
        .field { display: block; margin: 0.75rem 0; font-weight: 600; }
        .field input, .field select {
          display: block; width: 100%; margin-top: 0.25rem; padding: 0.55rem 0.7rem; font: inherit; font-weight: 400;
          color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: 0.5rem;
        }
        .buttons { display: flex; gap: 0.75rem; margin-top: 1rem; }
        button, a.primary {
          flex: 1; display: inline-block; padding: 0.6rem 1rem; font: inherit; font-weight: 600; text-align: center;
          text-decoration: none; color: var(--text); background: transparent; border: 1px solid var(--soft);
          border-radius: 0.6rem; cursor: pointer;
        }
        button.primary, a.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
        button:hover, a.primary:hover { filter: brightness(1.08); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        input[type="radio"], input[type="checkbox"] { width: 1.1rem; height: 1.1rem; accent-color: var(--accent); flex: none; }
        details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
        summary { cursor: pointer; font-weight: 600; }
        .pin { text-align: center; font-size: 2.5rem; font-weight: 700; letter-spacing: 0.2em; font-variant-numeric: tabular-nums; }
        .problem { color: var(--bad); font-weight: 600; }
        table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
        th, td { padding: 0.4rem 0.5rem 0.4rem 0; text-align: left; border-bottom: 1px solid var(--line); }
        td { overflow-wrap: anywhere; }
        main:has(table) { width: min(46rem, 100% - 2rem); }
        .scroll { overflow-x: auto; }
        .scroll table { min-width: 34rem; }
        .banner a { color: inherit; white-space: nowrap; }

        /* Each provider has its own colors, corners and initial to distinguish them, without using real logos. */
        .brand {
          display: flex; align-items: center; gap: 0.6rem; margin: -1.75rem -1.75rem 1.5rem; padding: 0.8rem 1.75rem;
          color: var(--on-brand); background: var(--brand); border-radius: 1rem 1rem 0 0; font-weight: 700;
        }
        .mark {
          display: grid; place-items: center; width: 2rem; height: 2rem; color: var(--brand); background: var(--on-brand);
          border-radius: var(--corner); font-weight: 800;
        }
        main:has(.brand) button { border-radius: var(--corner); }
        .twitter { --brand: #1266a3; --on-brand: #ffffff; --corner: 2rem; --accent: #1266a3; --chosen: #e4f1fb; }
        .x { --brand: #0f1419; --on-brand: #ffffff; --corner: 2rem; --accent: #0f1419; --chosen: #eceff2; }
        .github { --brand: #24292f; --on-brand: #ffffff; --corner: 0.4rem; --accent: #1a7f37; --chosen: #e3f5e7; }
        .openid { --brand: #9a3412; --on-brand: #ffffff; --corner: 0; --accent: #9a3412; --chosen: #fdeee4; }
        @media (prefers-color-scheme: dark) {
          .twitter { --accent: #7cc4f8; --on-accent: #06263c; --chosen: #16344a; }
          .x { --brand: #000000; --accent: #e7e9ea; --on-accent: #0f1419; --chosen: #2a2f36; }
          .github { --brand: #0d1117; --accent: #56d364; --on-accent: #05210d; --chosen: #16331f; }
          .openid { --accent: #fdba74; --on-accent: #431407; --chosen: #43281a; }
        }
        """
}
