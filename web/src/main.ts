import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { offline } from "./companion/offline.svelte";
import { settings } from "./lib/settings.svelte";

settings.show();
void offline.register();
const target = document.getElementById("app");
if (target) mount(App, { target });
