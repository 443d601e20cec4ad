import { mount } from "svelte";
import G from "./G.svelte";
mount(G, { target: document.getElementById("app")! });
